// Presses of keys: each is one call, with a key of its own, which is never made a second time.
import { useState } from 'preact/hooks';
import { callApi, type ApiAnswer } from '../live/service.js';

/** What became of the last press of a key. */
export type Pressed =
  | { readonly is: 'pending' | 'done' }
  /** The answer in words. */
  | { readonly is: 'failed'; readonly message: string };

/** Returns a text that makes a repetition of the call by the network harmless. */
const pressId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, '0')).join('');

const notConfirmed = 'not confirmed';

const failureOf = (answer: Exclude<ApiAnswer, { readonly is: 'ok' }>): string => {
  if (answer.is === 'lost') return `${notConfirmed}: no answer came`;
  return answer.code === 'ack_timeout' ? `${notConfirmed}: ${answer.message}` : answer.message;
};

/** How long a confirmed press is shown, and a failed one, in milliseconds. */
const doneMs = 900;
const failedMs = 12_000;

/** Returns the path of a press: that of the key, with the station of the panel and the id of the press. */
export const pathOfPress = (path: string, station: string | null, id: string): string => {
  const [bare = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  if (station !== null) parameters.set('station', station);
  parameters.set('key', id);
  return `${bare}?${parameters.toString()}`;
};

/** The last press of a key, and what makes one. */
interface Presses {
  readonly pressed: Pressed | undefined;
  readonly press: () => void;
}

/** Returns the presses of one key. While one is pending, there is no other. */
export const usePress = (token: string, path: string, station: string | null): Presses => {
  const [pressed, setPressed] = useState<Pressed>();
  const settle = (after: Pressed, ms: number): void => {
    setPressed(after);
    setTimeout(() => {
      setPressed((now) => (now === after ? undefined : now));
    }, ms);
  };
  return {
    pressed,
    press: () => {
      if (pressed?.is === 'pending') return;
      setPressed({ is: 'pending' });
      void callApi(token, 'POST', pathOfPress(path, station, pressId())).then((answer) => {
        if (answer.is === 'ok') settle({ is: 'done' }, doneMs);
        else settle({ is: 'failed', message: failureOf(answer) }, failedMs);
      });
    },
  };
};
