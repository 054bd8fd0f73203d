#!/no/such/interpreter
# failure: the program can't be started: the interpreter that its first line names is not there
