// Clip banks: reads, and choosing the active bank.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described } from '../../domain/codec/codec.js';
import { Bank, Clip, clipRecord } from '../../domain/studio/clip.js';
import { activateBank } from '../../domain/studio/runtime-state.js';
import { control } from '../api/control.js';
import { someText } from '../api/parameters.js';
import { countForm } from '../api/plain-forms.js';
import { currentBank } from '../events/current-records.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';

interface Ports {
  readonly studio: StudioState;
}

const bankKey = described(someText, { description: 'Bank key, in any letters’ case', examples: ['news'] });

const find = ({ studio }: Ports, key: string) => studio.records.banks.find(key);

const clipCount = (ports: Ports, key: string): string =>
  pipe(
    find(ports, key),
    E.match(
      () => '',
      ({ clips }) => String(clips.length),
    ),
  );

const banks = read({
  name: 'bank.list',
  summary: 'All clip banks, and which one is active',
  feature: 'outputs',
  path: '/banks',
  result: { banks: t.readonlyArray(Bank) },
  plain: (body) => String(body.banks.length),
  run: (ports: Ports) => E.right({ banks: ports.studio.records.banks.all.map(currentBank(ports)) }),
});

const bank = read({
  name: 'bank.get',
  summary: 'One clip bank',
  feature: 'outputs',
  path: '/banks/:key',
  params: { key: bankKey },
  result: { bank: Bank },
  plain: (body, ports: Ports) => clipCount(ports, body.bank.key),
  plainForm: described(countForm, { description: 'The number of clips' }),
  run: (ports: Ports, { key }) =>
    pipe(
      find(ports, key),
      E.map((found) => ({ bank: currentBank(ports)(found) })),
    ),
});

const clips = read({
  name: 'bank.clips',
  summary: 'The clips of a bank',
  feature: 'outputs',
  path: '/banks/:key/clips',
  params: { key: bankKey },
  result: { clips: t.readonlyArray(Clip) },
  plain: (body) => String(body.clips.length),
  run: (ports: Ports, { key }) =>
    pipe(
      find(ports, key),
      E.map((found) => ({ clips: found.clips.map(clipRecord) })),
    ),
});

const activate = control({
  name: 'bank.activate',
  summary: 'Make a bank the active one',
  feature: 'outputs',
  path: '/banks/:key/activate',
  params: { key: bankKey },
  result: { bank: Bank },
  run: (ports: Ports, { key }) =>
    pipe(
      find(ports, key),
      E.map((found) => ({
        change: activateBank(found.key),
        result: () => ({ bank: currentBank(ports)(found) }),
      })),
    ),
});

export const bankOperations = [banks, bank, clips, activate];
