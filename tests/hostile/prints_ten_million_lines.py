# fault: timeout none
for number in range(10_000_000):
    print(number)
