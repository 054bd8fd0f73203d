# fault: timeout
class Last:
    def __del__(self):
        while True:
            pass


last = Last()
