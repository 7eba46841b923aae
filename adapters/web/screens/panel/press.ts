// Presses of keys: each is one call, which is never made a second time.
import { t } from '@lingui/core/macro';
import { useState } from 'preact/hooks';
import { answerOf, serviceOf, type ApiAnswer } from '../live/service.js';

/** What became of the last press of a key. */
export type Pressed =
  | { readonly is: 'pending' | 'done' }
  /** The answer in words. */
  | { readonly is: 'failed'; readonly message: string };

const failureOf = (answer: Exclude<ApiAnswer, { readonly is: 'ok' }>): string => {
  if (answer.is === 'lost') return t`not confirmed: no answer came`;
  return answer.code === 'ack_timeout' ? t`not confirmed: ${answer.message}` : answer.message;
};

/** How long a confirmed press is shown, and a failed one, in milliseconds. */
const doneMs = 900;
const failedMs = 12_000;

/** Returns the path of a press: that of the key, with the station of the panel. */
export const pathOfPress = (path: string, station: string | null): string => {
  const [bare = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  if (station !== null) parameters.set('station', station);
  return parameters.size === 0 ? bare : `${bare}?${parameters.toString()}`;
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
      const call = serviceOf(token).actPath(pathOfPress(path, station), { askMs: 0 });
      void answerOf(call).then((answer) => {
        if (answer.is === 'ok') settle({ is: 'done' }, doneMs);
        else settle({ is: 'failed', message: failureOf(answer) }, failedMs);
      });
    },
  };
};
