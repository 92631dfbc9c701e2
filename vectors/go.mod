module github.com/OWNER/illformed/vectors

go 1.19
