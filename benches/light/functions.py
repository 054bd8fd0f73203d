def f0(x):
    return x


def f1(x):
    return x


def f2(x):
    return x


def f3(x):
    return x


def f4(x):
    return x


def f5(x):
    return x


def f6(x):
    return x


def f7(x):
    return x


def f8(x):
    return x


def f9(x):
    return x
