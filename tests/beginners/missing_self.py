from classes import *

class Plan:
    def start():
        print("start")

Plan().start()
