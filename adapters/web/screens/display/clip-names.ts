// The names of clips. They are no part of the stream's records.
import { useEffect, useState } from 'preact/hooks';
import { answerOf, serviceOf } from '../live/service.js';
import type { ShownClip } from './display-state.js';

type Names = ReadonlyMap<string, string>;

const keyOf = ({ bank, clip }: ShownClip): string => JSON.stringify([bank, clip]);

const readNames = async (token: string, bank: string): Promise<readonly (readonly [string, string])[]> => {
  const answer = await answerOf(serviceOf(token).read('bank.clips', { key: bank }));
  return answer.is === 'ok' ? answer.body.clips.map(({ key, name }) => [keyOf({ bank, clip: key }), name]) : [];
};

/** Returns the function that names a clip: by its key, while its name isn't known or this screen may not read it. */
export const useClipNames = (
  token: string,
  shown: readonly (ShownClip | null)[],
  begun: number,
): ((clip: ShownClip | null) => string) => {
  const [names, setNames] = useState<Names>(new Map());
  const banks = JSON.stringify([...new Set(shown.flatMap((clip) => clip?.bank ?? []))]);
  useEffect(() => {
    let isOver = false;
    const wanted = JSON.parse(banks) as readonly string[];
    void Promise.all(wanted.map((bank) => readNames(token, bank))).then((read) => {
      if (!isOver) setNames((known) => new Map([...known, ...read.flat()]));
    });
    return () => {
      isOver = true;
    };
  }, [token, banks, begun]);
  return (clip) => (clip === null ? '' : (names.get(keyOf(clip)) ?? clip.clip));
};
