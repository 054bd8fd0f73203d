# fault: exception
name = "\x1b[2J\x1b[31m*** Turn lost ***\n=== Round 99 ===\r\0\u202e"
print(name)
raise type(name, (Exception,), {})(name * 1000)
