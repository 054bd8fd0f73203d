# fault: exception (opens_many_files.py, line 4)
opened = []
while True:
    opened.append(open(__file__))
