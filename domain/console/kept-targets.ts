// Reads the targets of a service that may be newer than this program: what exceeds the bounds is left out and counted.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { features, type Feature } from '../feature.js';
import { integer, oneOf, refined } from '../codec/codec.js';
import { boundedTargets, maxFurther, type PanelTargets } from './panel-targets.js';

const someText = refined(t.string, (value) => value !== '', 'a text that is not empty');

const entries = {
  urls: someText,
  outputs: t.type({ slot: someText, scenes: t.array(someText) }),
  clips: t.type({ number: integer(1, 999_999), name: someText }),
  signals: someText,
  macros: t.intersection([t.type({ id: someText, name: someText }), t.partial({ features: t.array(t.string) })]),
  stations: t.type({ id: someText, name: someText }),
  panels: t.type({ id: someText, name: someText }),
};

const isFeature = (value: string): value is Feature => oneOf(...features).is(value);

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** Returns the targets within the bounds of this program. Entries that can't be read count as further records. */
export const keptTargets = (input: unknown): PanelTargets | undefined => {
  if (!t.UnknownRecord.is(input)) return undefined;
  let unreadable = 0;
  const readList = <A>(list: keyof typeof entries, entry: t.Type<A>): readonly A[] => {
    const found = input[list];
    if (!Array.isArray(found)) return [];
    const read = found.map((one) => entry.decode(one)).filter(E.isRight);
    unreadable += found.length - read.length;
    return read.map(({ right }) => right);
  };
  const lists = {
    urls: readList('urls', entries.urls),
    outputs: readList('outputs', entries.outputs),
    clips: readList('clips', entries.clips),
    signals: readList('signals', entries.signals),
    // A newer service may know features that this program doesn't.
    macros: readList('macros', entries.macros).map(({ id, name, features: controlled }) => ({
      id,
      name,
      ...(controlled && { features: controlled.filter(isFeature) }),
    })),
    ...(input['stations'] !== undefined && { stations: readList('stations', entries.stations) }),
    ...(input['panels'] !== undefined && { panels: readList('panels', entries.panels) }),
  };
  const further = isCount(input['further']) ? Math.min(maxFurther, input['further']) : 0;
  return boundedTargets({ ...lists, further: further + unreadable });
};
