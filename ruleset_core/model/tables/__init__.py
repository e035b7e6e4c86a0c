"""Cards as tables: a CSV file read as the cards it holds, and cards written as one."""
