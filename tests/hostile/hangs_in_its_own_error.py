# fault: timeout
class Bad(Exception):
    def __str__(self):
        while True:
            pass


raise Bad()
