//! String::from_utf8_lossy.

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let text = std::fs::read_to_string(folder + "/utf8.tsv").expect("it is there");
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let byte = |hex: &str, at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("it is hex");
    let bytes = |hex: &str| -> Vec<u8> { (0..hex.len()).step_by(2).map(|at| byte(hex, at)).collect() };
    let is_wrong = |row: &&Vec<&str>| String::from_utf8_lossy(&bytes(row[1])).as_bytes() != bytes(row[7]);
    let differ: Vec<&str> = rows.iter().filter(is_wrong).map(|row| row[0]).collect();
    println!("rust short: {} vectors, {} differ {}", rows.len(), differ.len(), differ.first().unwrap_or(&""));
}
