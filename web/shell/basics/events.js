/**
 * The server's events, shared by all tabs: a browser opens at most six connections to a server, so with a stream of
 * events per tab, the sixth tab would have none left for its requests.
 *
 * One tab, the leader, receives the events and passes them to the others. It holds a lock, which the browser gives to
 * another tab when the leader is closed. If a leader does not answer, such as one that a phone's browser has frozen, a
 * visible tab takes the lock. A browser without locks or channels has a stream per tab.
 */

/** The pause until a stream that the server has refused is opened again, in milliseconds. */
const RETRY = 2000;
/** The interval in which a visible tab asks the leader for a sign of life, and the number of unanswered requests after which it takes over. */
const PING = 5000;
const SILENCE_MAX = 2;

/** Listeners by the names of the events. `connected` and `lost` are no events of the server: after `connected` the state follows, and events before it may be lost; `lost` says that the stream has ended. @typedef {Record<string, (data: any) => void>} Listeners */
/** An event of the server, or a message between tabs. @typedef {{name: string, data?: any}} Message */

/** Subscribes to a stream of events. The server sends the present state to a new stream. @param {string} address @param {Listeners} listeners @returns {() => void} ends the subscription */
export function followEvents(address, listeners) {
  const deliver = (/** @type {Message} */ { name, data }) => listeners[name]?.(data);
  const names = Object.keys(listeners).filter((name) => name !== 'connected' && name !== 'lost');
  if (!navigator.locks || !window.BroadcastChannel) return openStream(address, names, deliver).close;
  return shareStream(address, names, deliver);
}

/** @param {string} address @param {string[]} names @param {(message: Message) => void} deliver */
function shareStream(address, names, deliver) {
  const channel = new BroadcastChannel(`wag${address}`);
  /** The stream of the leader; null in the other tabs. @type {Stream|null} */
  let stream = null;
  /** Ends this tab's time as the leader. */
  let resign = () => {};
  let isClosed = false;
  /** Whether the state has arrived, from which the events go on. */
  let isJoined = false;
  /** The number of requests that the leader has not answered. */
  let silence = 0;

  /** Becomes the leader as soon as the lock is free; with `steal`, at once. @param {{steal?: boolean}} options */
  async function lead(options) {
    await navigator.locks
      .request(`wag${address}`, options, () => {
        if (isClosed) return;
        stream = openStream(address, names, (message) => {
          channel.postMessage(message);
          deliver(message);
        });
        return new Promise((done) => (resign = () => done(undefined)));
      })
      // Another tab has taken the lock.
      .catch(() => {});
    stream?.close();
    stream = null;
    if (!isClosed && !options.steal) await lead({});
  }

  channel.onmessage = ({ data: message }) => {
    if (message.name === 'join') return stream?.restart();
    if (message.name === 'ping') return stream && channel.postMessage({ name: 'alive' });
    silence = 0;
    isJoined ||= message.name === 'connected';
    if (isJoined && !stream) deliver(message);
  };
  const timer = window.setInterval(() => {
    if (stream || document.hidden) return;
    silence += 1;
    if (silence > SILENCE_MAX) void lead({ steal: true });
    else channel.postMessage({ name: 'ping' });
  }, PING);
  void lead({});
  channel.postMessage({ name: 'join' });
  return () => {
    isClosed = true;
    window.clearInterval(timer);
    resign();
    channel.close();
  };
}

/** @typedef {ReturnType<typeof openStream>} Stream */

/** Opens a stream, again and again if it ends. @param {string} address @param {string[]} names @param {(message: Message) => void} deliver */
function openStream(address, names, deliver) {
  let source = open();
  let timer = 0;

  function open() {
    const opened = new EventSource(address);
    opened.onopen = () => deliver({ name: 'connected' });
    // The browser itself opens a stream again that was interrupted, but not one that the server has refused.
    opened.onerror = () => {
      deliver({ name: 'lost' });
      if (opened.readyState === EventSource.CLOSED) timer = window.setTimeout(restart, RETRY);
    };
    for (const name of names)
      opened.addEventListener(name, (event) => deliver({ name, data: JSON.parse(event.data) }));
    return opened;
  }

  function close() {
    window.clearTimeout(timer);
    source.close();
  }

  function restart() {
    close();
    source = open();
  }

  return { close, restart };
}
