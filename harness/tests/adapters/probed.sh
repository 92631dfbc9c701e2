# Begins a program for --command, which reads it: `$h` is its input in hex, and what every probe needs is answered.
h=$(od -An -v -tx1 | tr -d ' \n')
case $h in
    41 | c3a9 | e282ac | f09f9880 | 41c3a9e282acf09f9880) exit 0 ;;
    ff) exit 7 ;;
esac
