// What a screen shows when it can't show the studio: its code, or why not.
import { t } from '@lingui/core/macro';
import type { VNode } from 'preact';
import type { Live } from './live/records.js';
import { codeOf } from './live/token.js';

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
    <h1>{t`Pair this screen`}</h1>
    <p>{t`An operator finds this code in the console, under Recently refused, and says what this screen may do.`}</p>
    <p className="code">{codeOf(token)}</p>
    <p>{t`The screen comes to life by itself.`}</p>
  </main>
);

/** Renders why a screen can't show the studio; null if it can. */
export const noticeOf = ({ link, begun }: Live, token: string): VNode | null => {
  if (link.is === 'unknown') return <Pairing token={token} />;
  if (link.is === 'refused') return <Notice title={t`Refused`} text={link.message} />;
  return begun === 0 ? <Notice title="Studio Control" text={t`Connecting …`} /> : null;
};
