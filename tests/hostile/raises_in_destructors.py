# fault: none
class Last:
    def __del__(self):
        raise SystemExit(3)


several = [Last() for _ in range(100)]
