/**
 * Signatures of functions for people who have just begun to program: `roll(times: int), returns False or None` instead
 * of `roll(times: int) -> Literal[False] | None`.
 */

import { t } from 'wag/shell/basics/i18n.js';

/** Splits a text at a sign outside of brackets and quotes. @param {string} text @param {string} sign @returns {string[]} */
function split(text, sign) {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (const one of text) {
    if (quote) quote = one === quote ? '' : quote;
    else if (one === '"' || one === "'") quote = one;
    else if ('([{'.includes(one)) depth += 1;
    else if (')]}'.includes(one)) depth -= 1;
    if (one === sign && depth === 0 && !quote) parts.push('');
    else parts[parts.length - 1] += one;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Returns a type in words. @param {string} type such as `list[int] | None` @returns {string} */
export function typeInWords(type) {
  const choices = split(type, '|');
  if (choices.length > 1) return choices.map(typeInWords).join(` ${t('type.or')} `);
  const [, outer, inside] = /^([\w.]+)\[(.*)\]$/.exec(type.trim()) ?? [];
  if (!outer) return type.trim().replace(/^["']|["']$/g, '');
  const parts = split(inside, ',');
  switch (outer.split('.').at(-1)?.toLowerCase()) {
    case 'literal':
      return parts.join(` ${t('type.or')} `);
    case 'optional':
      return typeInWords(`${inside} | None`);
    case 'union':
      return typeInWords(parts.join(' | '));
    case 'tuple':
      return parts.at(-1) === '...'
        ? t('type.tuple', { of: typeInWords(parts[0]) })
        : `(${parts.map(typeInWords).join(', ')})`;
    case 'dict':
    case 'mapping':
      return t('type.dict', { key: typeInWords(parts[0]), value: typeInWords(parts[1] ?? '') });
    case 'callable':
      return t('type.function');
    case 'set':
    case 'frozenset':
      return t('type.set', { of: typeInWords(inside) });
    default:
      return t('type.list', { of: typeInWords(inside) });
  }
}

/** Returns a parameter in words; one that may be left out shows its value. @param {string} parameter such as `color: str | None = None` */
function parameterInWords(parameter) {
  const [name, value] = split(parameter, '=');
  const [word, type] = split(name, ':');
  if (value !== undefined) return `${word} = ${value}`;
  return type ? `${word}: ${typeInWords(type)}` : word;
}

/** Returns a signature in words. @param {string} signature such as `half(number: int) -> int`, `age: int`, or only its end */
export function signatureInWords(signature) {
  const [, name, parameters, type] = /^(\w*)\((.*)\)(?:\s*->\s*(.+))?$/.exec(signature) ?? [];
  if (parameters === undefined) {
    const [, variable, ofVariable] = /^(\w*):\s*(.+)$/.exec(signature) ?? [];
    return ofVariable ? `${variable}: ${typeInWords(ofVariable)}` : signature;
  }
  const shown = split(parameters, ',').filter((one) => one !== '*' && one !== '/');
  const call = `${name}(${shown.map(parameterInWords).join(', ')})`;
  return type && type !== 'None' ? `${call}, ${t('type.returns', { type: typeInWords(type) })}` : call;
}
