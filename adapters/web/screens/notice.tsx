// What a screen shows when it can't show the studio: its code, or why not.
import type { VNode } from 'preact';
import type { Live } from './live/records.js';
import { codeOf } from './live/token.js';
import { texts } from './messages/texts.js';

/** Renders a title and a text in the middle of the screen. */
export const Notice = ({ title, text }: { readonly title: string; readonly text: string }): VNode => (
  <main className="notice">
    <h1>{title}</h1>
    <p>{text}</p>
  </main>
);

/** The code by which an operator recognises a screen that nobody knows. */
const Pairing = ({ token }: { readonly token: string }): VNode => (
  <main className="notice">
    <h1>{texts.pairing.title}</h1>
    <p>{texts.pairing.code}</p>
    <p className="code">{codeOf(token)}</p>
    <p>{texts.pairing.then}</p>
  </main>
);

/** Renders why a screen can't show the studio; null if it can. */
export const noticeOf = ({ link, begun }: Live, token: string): VNode | null => {
  if (link.is === 'unknown') return <Pairing token={token} />;
  if (link.is === 'refused') return <Notice title={texts.refused} text={link.message} />;
  return begun === 0 ? <Notice title="Studio Control" text={texts.connecting} /> : null;
};
