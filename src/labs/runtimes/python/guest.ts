/**
 * The part of the runtime that is written in Python: it answers a question as one line of JSON. It keeps no expected
 * value, so whoever changes it changes only their own answers. What beginners import most is imported here, as the
 * snapshot then holds it.
 */
export const GUEST = `
def _make():
    import ast, atexit, io, json, linecache, os, random, sys, traceback, types
    import _strptime, argparse, bisect, calendar, collections.abc, contextlib, copy, csv, dataclasses, datetime, decimal
    import encodings.cp1252, encodings.latin_1, encodings.utf_8_sig, enum, fractions, functools, glob, heapq, html
    import itertools, locale, logging, math, operator, pathlib, pprint, re, runpy, shutil, sqlite3, statistics, string
    import tempfile, textwrap, time, typing, unicodedata, unittest, urllib.parse, uuid

    HOME = '/work/'
    LONGEST = 65536
    HIDDEN = ('js', 'pyodide_js', 'pyodide', '_pyodide', '_pyodide_core', 'ctypes', '_ctypes')
    probes = {'__name__': 'probe'}
    given = {}
    dumps, loads, show, native = json.dumps, json.loads, repr, types.ModuleType('__main__')

    class Absent:
        """What belongs to the machine and not to Python."""
        def find_spec(self, name, path=None, target=None):
            if name.split('.')[0] in HIDDEN:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    def own(name):
        return name[len(HOME):] if isinstance(name, str) and name.startswith(HOME) else None

    def place(error):
        """The line of the learner that an exception comes from."""
        found = None
        step = error.__traceback__
        while step is not None:
            file = own(step.tb_frame.f_code.co_filename)
            found = (file, step.tb_lineno) if file else found
            step = step.tb_next
        if isinstance(error, SyntaxError) and own(error.filename) and error.lineno:
            found = (own(error.filename), error.lineno)
        return found

    def words(error):
        """What an exception says, with what Python guesses was meant."""
        if isinstance(error, SyntaxError):
            return error.msg
        if not isinstance(error, (NameError, AttributeError, ImportError)):
            return str(error)
        report = traceback.TracebackException(type(error), error, error.__traceback__)
        return ''.join(report.format_exception_only()).strip().partition(': ')[2]

    def fault(error):
        kind = type(error)
        name = kind.__name__ if kind.__module__ in ('builtins', '__main__') else f'{kind.__module__}.{kind.__name__}'
        report = {'name': str(name), 'message': str(words(error)).replace(HOME, '')[:2000]}
        at = place(error)
        return {**report, 'file': at[0], 'line': at[1]} if at else report

    def story(error):
        """The traceback as Python prints it, from the learner's first line on."""
        step = error.__traceback__
        while step is not None and own(step.tb_frame.f_code.co_filename) is None:
            step = step.tb_next
        return ''.join(traceback.format_exception(type(error), error, step)).replace(HOME, '')[-LONGEST:]

    def warm_up():
        """What Python itself imports when it tells of its first fault."""
        for code in ('warm(', 'warm = wam', "raise ValueError('warm')", '[].wam'):
            try:
                exec(compile(code, HOME + 'warm.py', 'exec'), {'warm': 1})
            except Exception as error:
                story(error)
                fault(error)
        linecache.clearcache()

    def files_of(folder=HOME):
        found = {}
        for path, folders, names in os.walk(folder):
            for name in names:
                full = os.path.join(path, name)
                with open(full, 'rb') as source:
                    found[full] = source.read()
        return found

    def put_back():
        """The files as they were given, and nothing else."""
        for path, folders, names in os.walk(HOME, topdown=False):
            for name in names:
                os.remove(os.path.join(path, name))
            for name in folders:
                os.rmdir(os.path.join(path, name))
        for path, content in given.items():
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'wb') as target:
                target.write(content)

    def forget_modules():
        for name, module in list(sys.modules.items()):
            if own(getattr(module, '__file__', None)):
                del sys.modules[name]
        linecache.clearcache()

    def load(question):
        for path, text in question['files'].items():
            full = HOME + path
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, 'w', encoding='utf-8', newline='') as target:
                target.write(text)
        given.update(files_of())

    def setup(question):
        exec(compile(question['code'], 'setup', 'exec'), probes)
        given.clear()
        given.update(files_of())

    def evaluate(question):
        body = ast.parse(question['code'], 'probe').body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), 'probe', 'exec'), probes)
        if last is None:
            return 'None'
        return show(eval(compile(ast.Expression(last.value), 'probe', 'eval'), probes))[:LONGEST]

    def run(question):
        """A program in a world of its own: as if it had been started from the shell."""
        put_back()
        forget_modules()
        full = HOME + question['file']
        sys.argv = [question['file'], *question['argv']]
        sys.stdin = io.StringIO(question['stdin'])
        sys.path[0] = os.path.dirname(full)
        main = sys.modules['__main__'] = types.ModuleType('__main__')
        main.__file__ = full
        main.__builtins__ = __builtins__
        report = {}
        try:
            with open(full, 'rb') as source:
                code = compile(source.read(), full, 'exec')
            try:
                exec(code, main.__dict__)
            finally:
                atexit._run_exitfuncs()
            exit = 0
        except SystemExit as error:
            exit = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
            if exit == 1 and not isinstance(error.code, int):
                print(error.code, file=sys.stderr)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            exit = 1
            report = {'fault': fault(error)}
            sys.stderr.write(story(error))
        finally:
            sys.modules['__main__'] = native
            sys.path[0] = HOME
        return {'exit': exit, **report}

    def read(question):
        with open(HOME + question['path'], encoding='utf-8', errors='replace', newline='') as source:
            return source.read(262144)

    answers = {'load': load, 'setup': setup, 'eval': evaluate, 'run': run, 'read': read}

    def close():
        """Shuts what the machine brings, once it has started."""
        for name in list(sys.modules):
            if name.split('.')[0] in HIDDEN:
                del sys.modules[name]
        sys.meta_path.insert(0, Absent())
        sys.modules['__main__'] = native
        sys.path.insert(0, HOME)
        sys.dont_write_bytecode = True
        sys.setrecursionlimit(900)
        os.makedirs(HOME, exist_ok=True)
        os.chdir(HOME)

    def ask(line):
        question = loads(line)
        op = answers.get(question['op'])
        if op is None:
            return dumps({'error': {'name': 'Error', 'message': f"Python cannot answer {question['op']!r}"}})
        lines = 1 if question.get('live') else -1
        out = sys.stdout = open(1, 'w', lines, encoding='utf-8', closefd=False, newline='')
        err = sys.stderr = open(2, 'w', encoding='utf-8', closefd=False, newline='')
        sys.stdin = io.StringIO('')
        random.seed(0)
        try:
            os.chdir(HOME)
            answer = {'value': op(question)}
        except BaseException as error:
            answer = {'error': fault(error)}
        for stream in (out, err):
            try:
                stream.flush()
            except (OSError, ValueError):
                pass
        return dumps(answer)

    warm_up()
    return close, ask

_close, _ask = _make()
del _make
`;
