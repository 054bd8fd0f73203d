/**
 * What the names in a Python file mean, as far as it can be read from the code without running it: completions, the
 * signature of a call, and the declaration of a name.
 */

/** @typedef {import('./stubs.js').Api} Api */
/** @typedef {import('./stubs.js').Declaration} Declaration */
/** A part of an expression such as `state.getAll()[0]`: a name, a call of what is before it, or an item of it. @typedef {{name: string}|'call'|'item'} Part */

/** Maximum number of variables to follow, so that `a = b; b = a` ends. */
const DEPTH = 8;

const KEYWORDS =
  'and as assert break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield'.split(
    ' ',
  );
const BUILT_IN =
  'abs all any bool dict enumerate filter float int isinstance len list max min print range reversed round set sorted str sum tuple type zip'.split(
    ' ',
  );

/** Names that are also written without a call, as the type of something. */
const TYPES = 'bool dict float int list set str tuple type'.split(' ');
const WITHOUT_ARGUMENTS = 'clear copy items keys lower reverse upper values'.split(' ');

/** Methods of Python's own types. @type {Record<string, string[]>} */
const METHODS = {
  list: 'append clear copy count extend index insert pop remove reverse sort'.split(' '),
  dict: 'clear copy get items keys pop setdefault update values'.split(' '),
  set: 'add clear copy difference discard intersection issubset pop remove union update'.split(' '),
  str: 'count endswith find format join lower replace split startswith strip upper'.split(' '),
};

export class Names {
  #api;

  /** @param {Api} api */
  constructor(api) {
    this.#api = api;
  }

  /** @param {string} code @param {number} position @returns {{from: number, list: import('../../editor/src/code-view.js').Suggestion[]}|null} */
  complete(code, position) {
    const line = code.slice(code.lastIndexOf('\n', position - 1) + 1, position);
    if (isInText(line)) return null;
    const word = /\w*$/.exec(line)?.[0] ?? '';
    const from = position - word.length;
    const before = line.slice(0, line.length - word.length);
    const module = /^\s*from\s+([\w.]+)\s+import\s+(?:[\w, ]*,\s*)?$/.exec(before);
    // What is imported is not called.
    if (module)
      return { from, list: suggestions(this.#api.modules.get(module[1]) ?? new Map()).map(withoutCall) };
    if (/^\s*(?:from|import)\s+[\w.]*$/.test(before))
      return { from, list: this.#moduleNames(/([\w.]*)$/.exec(before)?.[1] ?? '') };
    if (before.endsWith('.')) return { from, list: this.#membersAt(code, from - 1) };
    if (/^\d/.test(word)) return null;
    return { from, list: this.#allNames(code, position) };
  }

  /** Returns the declaration of the name at a position. @param {string} code @param {number} position @returns {{from: number, to: number, found: Declaration}|null} */
  declarationAt(code, position) {
    const from = position - (/\w*$/.exec(code.slice(0, position))?.[0].length ?? 0);
    const to = position + (/^\w*/.exec(code.slice(position))?.[0].length ?? 0);
    const lineStart = code.lastIndexOf('\n', from - 1) + 1;
    if (from === to || isInText(code.slice(lineStart, from))) return null;
    const found = this.#declared(code, [...chainBefore(code, from), { name: code.slice(from, to) }], from);
    return found && { from, to, found };
  }

  /** Returns the function whose arguments are being typed. @param {string} code @param {number} position @returns {Declaration|null} */
  callAt(code, position) {
    const start = Math.max(0, position - 500);
    let depth = 0;
    for (let at = position - 1; at >= start; at -= 1) {
      const sign = code[at];
      if (')]}'.includes(sign)) depth += 1;
      else if ('([{'.includes(sign) && depth > 0) depth -= 1;
      else if (sign === '(') {
        const name = /(\w+)$/.exec(code.slice(start, at))?.[1];
        if (!name || /\bdef\s+\w+$/.test(code.slice(start, at))) return null;
        const found = this.#declared(code, [...chainBefore(code, at - name.length), { name }], at);
        return (
          found &&
          (found.kind === 'class'
            ? (found.members.get('__init__') ?? null)
            : found.kind === 'variable'
              ? null
              : found)
        );
      } else if ('[{\n'.includes(sign) && depth === 0 && sign !== '\n') return null;
    }
    return null;
  }

  /** @param {string} before such as `aitools.` */
  #moduleNames(before) {
    const names = new Set(
      [...this.#api.modules.keys()]
        .filter((name) => name.startsWith(before))
        .map((name) => name.slice(before.length).split('.')[0]),
    );
    return [...names].map((label) => ({
      label,
      detail: '',
      info: this.#api.texts.get(before + label) ?? '',
      kind: /** @type {const} */ ('variable'),
    }));
  }

  /** @param {string} code @param {number} dot the position of the dot */
  #membersAt(code, dot) {
    const chain = chainBefore(code, dot + 1);
    const module = this.#moduleOf(code, chain);
    if (module)
      return [...suggestions(this.#api.modules.get(module) ?? new Map()), ...this.#moduleNames(`${module}.`)];
    const type = this.#typeOf(code, chain, dot, 0);
    const found = this.#classOf(type);
    if (found) return suggestions(found.members);
    return (METHODS[outer(type)] ?? []).map((label) => ({
      label,
      detail: '',
      info: '',
      kind: /** @type {const} */ ('method'),
      call: WITHOUT_ARGUMENTS.includes(label)
        ? /** @type {const} */ ('empty')
        : /** @type {const} */ ('full'),
    }));
  }

  /** @param {string} code @param {number} position */
  #allNames(code, position) {
    const api = [...suggestions(this.#api.globals), ...suggestions(this.#imported(code))];
    const known = new Set(api.map((one) => one.label));
    const own = new Set();
    for (const match of code.matchAll(/[A-Za-z_]\w+/g)) {
      if (match.index + match[0].length !== position && !known.has(match[0])) own.add(match[0]);
    }
    const plain = (/** @type {string} */ label, /** @type {'keyword'|'function'|'variable'} */ kind) => ({
      label,
      detail: '',
      info: '',
      kind,
    });
    return [
      ...api,
      ...BUILT_IN.map((label) => ({
        ...plain(label, 'function'),
        call: TYPES.includes(label) ? undefined : /** @type {const} */ ('full'),
      })),
      ...KEYWORDS.map((label) => plain(label, 'keyword')),
      ...[...own]
        .filter((name) => !BUILT_IN.includes(name) && !KEYWORDS.includes(name))
        .map((label) => plain(label, 'variable')),
    ];
  }

  /** Returns the names that the file imports from modules of the game. @param {string} code @returns {Map<string, Declaration>} */
  #imported(code) {
    const found = new Map();
    for (const [, module, names] of code.matchAll(/^\s*from\s+([\w.]+)\s+import\s+(.+)$/gm)) {
      const scope = this.#api.modules.get(module);
      if (!scope) continue;
      if (names.trim().startsWith('*')) {
        for (const [name, one] of scope) if (!name.startsWith('_')) found.set(name, one);
      } else {
        for (const [, name, alias] of names.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g))
          if (scope.has(name)) found.set(alias ?? name, scope.get(name));
      }
    }
    return found;
  }

  /** Returns the module that an expression names, or null. @param {string} code @param {Part[]} chain */
  #moduleOf(code, chain) {
    const names = chain.map((part) => (typeof part === 'object' ? part.name : ''));
    if (names.length === 0 || names.includes('')) return null;
    const whole = names.join('.');
    for (const [, module, alias] of code.matchAll(/^\s*import\s+([\w.]+)(?:\s+as\s+(\w+))?/gm)) {
      const name = alias && names[0] === alias ? [module, ...names.slice(1)].join('.') : whole;
      if (
        this.#api.modules.has(name) &&
        (alias
          ? names[0] === alias
          : whole === module || module.startsWith(`${whole}.`) || whole.startsWith(`${module}.`))
      )
        return name;
    }
    for (const [, module, list] of code.matchAll(/^\s*from\s+([\w.]+)\s+import\s+(.+)$/gm)) {
      const name = `${module}.${whole}`;
      if (this.#api.modules.has(name) && new RegExp(`\\b${whole}\\b`).test(list)) return name;
    }
    return null;
  }

  /** Returns the declaration that an expression names. @param {string} code @param {Part[]} chain @param {number} position @returns {Declaration|null} */
  #declared(code, chain, position) {
    const last = chain.at(-1);
    if (typeof last !== 'object') return null;
    if (chain.length === 1)
      return this.#api.globals.get(last.name) ?? this.#imported(code).get(last.name) ?? null;
    const before = chain.slice(0, -1);
    const module = this.#moduleOf(code, before);
    if (module) return this.#api.modules.get(module)?.get(last.name) ?? null;
    return this.#classOf(this.#typeOf(code, before, position, 0))?.members.get(last.name) ?? null;
  }

  /** Returns the annotation of an expression, or an empty string. @param {string} code @param {Part[]} chain @param {number} position @param {number} depth @returns {string} */
  #typeOf(code, chain, position, depth) {
    const [first, ...rest] = chain;
    if (depth > DEPTH || typeof first !== 'object') return '';
    const declared = this.#declared(code, [first], position);
    let type = declared
      ? declared.kind === 'variable'
        ? declared.type
        : declared.name
      : this.#variable(code, first.name, position, depth + 1);
    // A function that is named but not called has no type of its own; its call has the type that it returns.
    let called = declared && declared.kind !== 'variable' ? declared : null;
    for (const [index, part] of rest.entries()) {
      if (part === 'call') type = called ? called.type : type;
      else if (part === 'item') type = itemOf(type);
      else {
        const module = this.#moduleOf(code, chain.slice(0, index + 1));
        const member = module
          ? this.#api.modules.get(module)?.get(part.name)
          : this.#classOf(type)?.members.get(part.name);
        called = member && member.kind !== 'variable' ? member : null;
        type = member?.type ?? '';
        continue;
      }
      called = null;
    }
    return type;
  }

  /** Returns the annotation of a variable of the file, from the last place before `position` that sets it. @param {string} code @param {string} name @param {number} position @param {number} depth */
  #variable(code, name, position, depth) {
    const set = new RegExp(
      `(?:^|\\n)[ \\t]*${name}[ \\t]*(?::[ \\t]*([^=\\n]+?)[ \\t]*)?=(?!=)[ \\t]*([^\\n]*)|\\bfor[ \\t]+(?:\\w+[ \\t]*,[ \\t]*)*${name}[ \\t]+in[ \\t]+([^\\n]*)|\\bdef[ \\t][^\\n]*\\b${name}[ \\t]*:[ \\t]*([\\w.\\[\\], |]+?)[ \\t]*[,)=]`,
      'g',
    );
    const all = [...code.matchAll(set)];
    const found = all.filter((match) => match.index < position).at(-1) ?? all[0];
    if (!found) return '';
    const [, annotation, value, list, parameter] = found;
    if (annotation || parameter) return annotation ?? parameter;
    const expression = value ?? list ?? '';
    const literal = value === undefined ? '' : literalType(value);
    if (literal) return literal;
    const type = this.#typeOf(code, chainAtStart(expression), found.index, depth);
    return list === undefined ? type : itemOf(type, true);
  }

  /** @param {string} type @returns {Declaration|null} */
  #classOf(type) {
    const name = outer(type).split('.').at(-1) ?? '';
    for (const scope of this.#api.modules.values()) {
      const found = scope.get(name);
      if (found?.kind === 'class') return found;
    }
    return null;
  }
}

/** @typedef {import('../../editor/src/code-view.js').Suggestion} Suggestion */

/** @param {Suggestion} one @returns {Suggestion} */
const withoutCall = ({ call, ...one }) => one;

/** @param {Map<string, Declaration>} scope @returns {Suggestion[]} */
function suggestions(scope) {
  return [...scope.values()]
    .filter(({ name }) => !name.startsWith('_'))
    .map(({ name, kind, signature, text }) => ({
      label: name,
      detail: signature.slice(name.length),
      info: text,
      kind,
      call: ['method', 'function'].includes(kind)
        ? /^\w+\(\)/.test(signature)
          ? /** @type {const} */ ('empty')
          : /** @type {const} */ ('full')
        : undefined,
    }));
}

/** Returns whether the end of a line is in a string or a comment. @param {string} line */
function isInText(line) {
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (quote) quote = line[at] === quote ? '' : quote;
    else if (line[at] === '#') return true;
    else if (line[at] === '"' || line[at] === "'") quote = line[at];
  }
  return quote !== '';
}

/** Returns the expression that ends with the dot before `position`; empty without a dot. @param {string} code @param {number} position @returns {Part[]} */
function chainBefore(code, position) {
  if (code[position - 1] !== '.') return [];
  let at = position - 1;
  const limit = Math.max(0, position - 500);
  /** @type {Part[]} */
  const parts = [];
  for (;;) {
    const sign = code[at - 1];
    if (sign === ')' || sign === ']') {
      let depth = 1;
      at -= 2;
      while (at >= limit && depth > 0) {
        if (')]}'.includes(code[at])) depth += 1;
        if ('([{'.includes(code[at])) depth -= 1;
        at -= 1;
      }
      at += 1;
      if (depth > 0) return [];
      parts.unshift(sign === ')' ? 'call' : 'item');
      continue;
    }
    const name = /[A-Za-z_]\w*$/.exec(code.slice(limit, at))?.[0];
    if (!name) return parts.length > 0 && typeof parts[0] === 'object' ? parts : [];
    parts.unshift({ name });
    at -= name.length;
    if (code[at - 1] !== '.') return parts;
    at -= 1;
  }
}

/** Returns the expression at the start of a text. @param {string} text @returns {Part[]} */
function chainAtStart(text) {
  const first = /^\s*([A-Za-z_]\w*)/.exec(text);
  if (!first) return [];
  /** @type {Part[]} */
  const parts = [{ name: first[1] }];
  let at = first[0].length;
  for (;;) {
    const name = /^\.([A-Za-z_]\w*)/.exec(text.slice(at));
    if (name) {
      parts.push({ name: name[1] });
      at += name[0].length;
      continue;
    }
    if (text[at] !== '(' && text[at] !== '[') return parts;
    parts.push(text[at] === '(' ? 'call' : 'item');
    let depth = 1;
    at += 1;
    while (at < text.length && depth > 0) {
      if ('([{'.includes(text[at])) depth += 1;
      if (')]}'.includes(text[at])) depth -= 1;
      at += 1;
    }
  }
}

/** @param {string} value @returns {string} the type of a literal, or an empty string */
function literalType(value) {
  if (/^\[/.test(value)) return 'list';
  if (/^\{\s*(\}|[^:]+:)/.test(value)) return 'dict';
  if (/^\{|^set\(/.test(value)) return 'set';
  return /^f?["']/.test(value) ? 'str' : '';
}

/** Returns the name of a type without what is in its brackets; of `X | None`, that of X. @param {string} type */
function outer(type) {
  const one =
    type
      .split('|')
      .map((part) => part.trim())
      .find((part) => part !== 'None') ?? '';
  return one.replace(/\[.*$/, '').replace(/["']/g, '');
}

/** Returns the type of an item. @param {string} type such as `list[int]` @param {boolean} [isLoop] true for what a loop over it returns */
function itemOf(type, isLoop = false) {
  const [, container, inside] = /^([\w.]+)\[(.*)\]$/.exec(type.split(/\|(?![^[]*\])/)[0].trim()) ?? [];
  if (!inside) return '';
  const parts = inside.split(/,(?![^[]*\])/).map((part) => part.trim());
  return ['dict', 'Mapping'].includes(container) && !isLoop ? (parts[1] ?? '') : parts[0];
}
