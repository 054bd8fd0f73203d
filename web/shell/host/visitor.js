/**
 * The pages of a visitor without a session: log in with a card, join a class by its link, and the card that a new account gets.
 */

import { applyLanguage, frameOf } from 'wag/shell/host/visitor-frame.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { drawCard } from 'wag/shell/host/card.js';
import { countSigns, readCode } from 'wag/shell/host/code.js';
import { drawPublicContest, publicContest, publicContests } from 'wag/shell/host/public.js';
import { actions, checkField, createForm, drawInto, field, nameOf, plainName } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';

/** @typedef {import('../page/me.js').Me} Me */
/** The purpose of a visit, and its secret: a login code, or the token of a class link. @typedef {{kind: 'login'|'join'|'start', secret: string}} Visit */

/** Returns what the address asks for, and removes the secret from it, so that it is neither in the history nor on a projector. @returns {Visit} */
export function takeVisit() {
  const kind = location.pathname === '/l' ? 'login' : location.pathname === '/j' ? 'join' : 'start';
  if (kind === 'start') return { kind, secret: '' };
  const secret = decodeURIComponent(location.hash.slice(1)).slice(0, 200);
  history.replaceState(null, '', location.pathname);
  return { kind, secret };
}

/** @param {HTMLElement} root @param {Me} me @param {Visit} visit @param {(first: boolean) => void} enter opens the pages of the account, `first` at the first lesson */
export function showVisitor(root, me, visit, enter) {
  const place = h('main', { id: 'main', class: 'visitor' });
  const draw = () => {
    document.title = `${me.server.name || 'Wag'}`;
    fill(root, frameOf(me, place, draw));
    void drawInto(place, async () => {
      if (visit.kind === 'join' && visit.secret) return drawJoin(me, visit.secret, place, enter);
      if (visit.kind === 'start' && publicContest()) {
        // A contest that is not for everyone, or is gone, leads to the way in.
        const drawn = await drawPublicContest(publicContest()).catch(() => null);
        if (drawn) return drawn;
      }
      return drawLogin(me, visit, place, enter);
    });
  };
  applyLanguage();
  draw();
  // Links between the contests that everybody may see.
  window.addEventListener('hashchange', () => root.contains(place) && draw());
}

/** @param {Me} me @param {Visit} visit @param {HTMLElement} place @param {(first: boolean) => void} enter */
function drawLogin(me, visit, place, enter) {
  const given = visit.kind === 'login' ? readCode(visit.secret) : null;
  const code = h('input', {
    type: 'text',
    class: 'code-field',
    required: true,
    maxlength: '120',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    placeholder: 'ABCD-EFGH-JKMN',
    value: given ?? '',
  });
  const count = h('p', { class: 'hint', role: 'status' });
  code.addEventListener('input', () => {
    const { typed, all } = countSigns(code.value);
    setText(count, typed > 0 && typed < all ? t('host.codeMissing', { n: all - typed }) : '');
  });
  const shared = checkField(sharedText(me), false);
  const form = createForm([field(t('host.code'), code), count, shared.element], t('host.logIn'), async () => {
    const read = readCode(code.value);
    if (!read) throw new Error(t('host.codeWrong'));
    const failed = await requests.logIn({ code: read, shared: shared.box.checked }).then(
      () => null,
      (error) => error,
    );
    if (!failed) return enter(false);
    // Where no camera is, the code of the class link is typed here.
    const isOfClass =
      failed.code === 'wrong_code' && (await requests.lookAtInvitation(read).catch(() => null))?.open;
    if (!isOfClass) throw failed;
    fill(place, ...(await drawJoin(me, read, place, enter)).filter((part) => part !== null));
  });
  return [
    h(
      'h1',
      {},
      h('bdi', { text: given ? t('host.welcomeBack') : plainName(me.server.name) || t('host.welcome') }),
    ),
    me.account && currentAccount(me.account.name, () => enter(false)),
    h('p', { text: t(given ? 'host.cardRead' : 'host.codeAsk') }),
    form,
    !given && h('p', { class: 'hint', text: t('host.noCard') }),
    !given && drawPassphrase(enter),
    !given && publicContests(),
  ];
}

/** Returns the question whether others use the device. @param {Me} me */
const sharedText = (me) => t('host.shared', { n: me.limits.shared_device_hours ?? 12 });

/** Returns the way in for teachers who have set a passphrase. @param {(first: boolean) => void} enter */
function drawPassphrase(enter) {
  const name = h('input', { type: 'text', required: true, maxlength: '40', autocomplete: 'username' });
  const phrase = h('input', {
    type: 'password',
    required: true,
    maxlength: '200',
    autocomplete: 'current-password',
  });
  const form = createForm(
    [field(t('host.name'), name), field(t('host.passphrase'), phrase)],
    t('host.logIn'),
    async () => {
      await requests.logIn({ name: name.value, passphrase: phrase.value });
      enter(false);
    },
  );
  form.querySelector('.primary')?.classList.remove('primary');
  return h('details', {}, h('summary', { text: t('host.withPassphrase') }), form);
}

/** @param {string} name @param {() => void} goOn */
function currentAccount(name, goOn) {
  return h(
    'p',
    { class: 'host-note' },
    ...around(t('host.loggedInAs'), nameOf(name)),
    ' ',
    h('button', { type: 'button', class: 'link', text: t('host.goOn'), onclick: goOn }),
  );
}

/** Returns a sentence with an element in place of `{name}`. @param {string} sentence @param {HTMLElement} element */
function around(sentence, element) {
  const [before, after] = sentence.split('{name}');
  return [before, element, after ?? ''];
}

/** @param {Me} me @param {string} token @param {HTMLElement} place @param {(first: boolean) => void} enter */
async function drawJoin(me, token, place, enter) {
  const found = await requests.lookAtInvitation(token).catch((error) => {
    if (error.status === 410 || error.status === 404) return null;
    throw error;
  });
  const login = h('a', { class: 'button', href: '/l', text: t('host.haveCard') });
  if (!found?.open)
    return [
      h('h1', { text: t('host.linkClosed') }),
      h('p', { text: t('host.linkClosedHint') }),
      actions(login),
    ];
  const name = h('input', {
    type: 'text',
    class: 'code-field',
    required: true,
    maxlength: '40',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const shared = checkField(sharedText(me), true);
  const form = createForm(
    [field(t('host.yourName'), name, t('host.yourNameHint')), shared.element],
    t('host.join'),
    async () => {
      const joined = await requests.join(token, name.value.trim(), shared.box.checked).catch((error) => {
        throw error.code === 'name_taken' ? new Error(t('host.nameTaken')) : error;
      });
      fill(place, ...drawFirstCard(joined, () => enter(!joined.waiting)));
      place.querySelector('h1')?.focus();
    },
  );
  return [
    h('h1', {}, ...around(t('host.joinClass'), nameOf(found.class))),
    me.account && currentAccount(me.account.name, () => enter(false)),
    form,
    found.confirm && h('p', { class: 'hint', text: t('host.confirmHint') }),
    h('p', {}, t('host.haveCardAsk'), ' ', login),
  ];
}

/** @param {Awaited<ReturnType<typeof requests.join>>} joined @param {() => void} goOn */
function drawFirstCard(joined, goOn) {
  const { account, code, qr, link, class: joinedClass, waiting } = joined;
  return [
    h('h1', { tabindex: '-1', text: t('host.yourCard') }),
    h('p', { text: t('host.photograph') }),
    drawCard({ name: account.name, code, qr, link }, joinedClass.name),
    waiting && h('p', { class: 'host-note', role: 'status', text: t('host.waiting') }),
    actions(h('button', { type: 'button', class: 'primary', text: t('host.haveIt'), onclick: goOn })),
  ];
}
