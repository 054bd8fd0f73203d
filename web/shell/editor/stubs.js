/**
 * Reads Python stubs, the files `.pyi` that declare what an AI of a game can use: modules, classes, functions, and their
 * documentation.
 */

/**
 * A declared name.
 * @typedef {object} Declaration
 * @property {string} name
 * @property {'class'|'function'|'method'|'variable'} kind
 * @property {string} signature          such as `half(number: int) -> int`
 * @property {string} type               the annotation: of a variable, or of what a function returns
 * @property {string} text               the documentation
 * @property {string} owner              the class that a member belongs to
 * @property {Map<string, Declaration>} members  of a class
 */
/** @typedef {Map<string, Declaration>} Scope */
/** The modules by name, such as `aitools.search`, and the names that need no import. @typedef {{modules: Map<string, Scope>, globals: Scope, texts: Map<string, string>}} Api */

/** @param {{name: string, text: string}[]} stubs @returns {Api} */
export function readStubs(stubs) {
  /** @type {Api} */
  const api = { modules: new Map(), globals: new Map(), texts: new Map() };
  for (const { name, text } of stubs) {
    const { scope, about } = readStub(text);
    const module = moduleOf(name);
    if (module === '__builtins__') api.globals = scope;
    else {
      api.modules.set(module, scope);
      api.texts.set(module, about);
    }
  }
  return api;
}

/** Returns the name of the module that a stub declares. @param {string} file such as `typings/aitools/__init__.pyi` */
function moduleOf(file) {
  return file
    .replace(/^typings\//, '')
    .replace(/(\/__init__)?\.pyi$/, '')
    .replaceAll('/', '.');
}

/** Returns the lines of a text, with statements of several lines and documentation in one piece each. @param {string} text */
function statementsOf(text) {
  /** @type {{indent: number, code: string}[]} */
  const found = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    let code = lines[at];
    const indent = code.length - code.trimStart().length;
    const isText = code.trimStart().startsWith('"""');
    const isOpen = () =>
      isText ? code.trim().length < 6 || !code.trimEnd().endsWith('"""') : depthOf(code) > 0;
    while (isOpen() && at + 1 < lines.length) {
      at += 1;
      code += `\n${lines[at]}`;
    }
    const trimmed = code.trim();
    if (trimmed && !trimmed.startsWith('#')) found.push({ indent, code: trimmed });
  }
  return found;
}

/** Returns the number of brackets that are still open. @param {string} code */
function depthOf(code) {
  const signs = code.replace(/'[^']*'|"[^"]*"/g, '');
  return (signs.match(/[([{]/g) ?? []).length - (signs.match(/[)\]}]/g) ?? []).length;
}

/** @param {string} text @returns {{scope: Scope, about: string}} */
function readStub(text) {
  /** @type {Scope} */
  const scope = new Map();
  let about = '';
  /** The class whose body is being read. @type {Declaration|null} */
  let inside = null;
  /** @type {Declaration|null} */
  let last = null;
  let isProperty = false;
  for (const { indent, code } of statementsOf(text)) {
    if (indent === 0 && !code.startsWith('"""')) inside = null;
    if (code.startsWith('"""')) {
      const words = documentation(code);
      if (!last && scope.size === 0) about = words;
      else if (indent <= 4 && inside && inside.members.size === 0 && last === inside) inside.text = words;
      else if (last && !last.text) last.text = words;
      continue;
    }
    if (code.startsWith('@')) {
      isProperty = code === '@property';
      continue;
    }
    const declared = declaration(code.replace(/\s*\n\s*/g, ' '), inside, isProperty);
    isProperty = false;
    if (!declared) continue;
    const target = inside && indent > 0 ? inside.members : scope;
    // Of an overloaded function, the first form is shown.
    if (!target.has(declared.name)) target.set(declared.name, declared);
    last = target.get(declared.name) ?? declared;
    if (declared.kind === 'class') inside = declared;
  }
  return { scope, about };
}

/** @param {string} code @param {Declaration|null} inside the class around it @param {boolean} isProperty @returns {Declaration|null} */
function declaration(code, inside, isProperty) {
  const owner = inside?.name ?? '';
  const common = { text: '', owner, members: new Map() };
  const ofClass = /^class (\w+)/.exec(code);
  if (ofClass)
    return { ...common, name: ofClass[1], kind: 'class', signature: ofClass[1], type: ofClass[1], owner: '' };
  const ofFunction = /^def (\w+)\((.*)\)(?:\s*->\s*(.+?))?\s*:(?:\s*\.\.\.)?$/.exec(code);
  if (ofFunction) {
    const [, name, all, type = ''] = ofFunction;
    const parameters = all
      .replace(/^\s*(self|cls)\s*(,\s*|$)/, '')
      .replace(/,\s*$/, '')
      .trim();
    if (isProperty) return { ...common, name, kind: 'variable', signature: `${name}: ${type}`, type };
    return {
      ...common,
      name,
      kind: inside ? 'method' : 'function',
      signature: `${name}(${parameters})${type ? ` -> ${type}` : ''}`,
      type,
    };
  }
  const ofVariable = /^(\w+)\s*:\s*([^=]+?)(?:\s*=.*)?$/.exec(code);
  if (ofVariable)
    return {
      ...common,
      name: ofVariable[1],
      kind: 'variable',
      signature: `${ofVariable[1]}: ${ofVariable[2]}`,
      type: ofVariable[2],
    };
  return null;
}

/** Returns the text of a documentation string, with its line breaks only between paragraphs. @param {string} code */
function documentation(code) {
  return code
    .replace(/^"""|"""(?:\s*\.\.\.)?$/g, '')
    .split(/\n\s*\n/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => line.trim())
        .join(' ')
        .trim(),
    )
    .join('\n\n')
    .trim();
}
