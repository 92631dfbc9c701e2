//! `str::from_utf8`, with the place of the first error, and `String::from_utf8_lossy`.
use std::{env, fs};

fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn check(name: &str, agrees: fn(&[u8], &[&str]) -> bool) {
    let table = fs::read_to_string(env::args().nth(1).unwrap() + "/utf8.tsv").unwrap();
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let differ: Vec<&str> =
        rows.iter().filter(|row| !agrees(&unhex(row[1]), row)).map(|row| row[0]).collect();
    println!(
        "rust {name}: {} vectors, {} differ {}",
        rows.len(),
        differ.len(),
        differ.first().unwrap_or(&"")
    );
}

fn main() {
    check("str::from_utf8", |input, row| match std::str::from_utf8(input) {
        Ok(text) => row[2] == "true" && text.as_bytes() == unhex(row[6]),
        Err(error) => {
            let at = error.valid_up_to();
            // An incomplete end has no length, and takes all that is left.
            let len = error.error_len().unwrap_or(input.len() - at);
            row[2..5] == ["false", &at.to_string(), &len.to_string()]
        }
    });
    check("String::from_utf8_lossy", |input, row| String::from_utf8_lossy(input).as_bytes() == unhex(row[7]));
}
