// Commands as earlier versions stored them: the name of a method, its arguments, and what its device was going to show.
import * as t from 'io-ts';

const EarlierCommand = t.type({
  name: t.string,
  target: t.readonlyArray(t.unknown),
  expected: t.union([t.readonlyArray(t.unknown), t.null]),
});
type EarlierCommand = t.TypeOf<typeof EarlierCommand>;

const clip = (bank: unknown, key: unknown): unknown => ({ bank, clip: { key } });

/** Returns the command of a method, or what is none if its arguments aren't those of the method. */
type Form = (target: EarlierCommand['target'], expected: EarlierCommand['expected']) => unknown;

const start =
  (what: string): Form =>
  ([output, scene, bank, key]) => ({ do: what, output, scene, clip: clip(bank, key) });

const ofScene =
  (what: string): Form =>
  ([output, scene]) => ({ do: what, output, scene });

const forms: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['players.play', start('play')],
  ['players.cue', start('cue')],
  [
    'players.take',
    ([output, scene], expected) => ({
      do: 'take',
      output,
      scene,
      expected: expected === null ? null : clip(expected[0], expected[1]),
    }),
  ],
  ['players.pause', ofScene('pause')],
  ['players.resume', ofScene('resume')],
  ['players.seek', ([output, scene, ms]) => ({ do: 'seek', output, scene, ms })],
  ['players.stop', ([output, ...scenes]) => ({ do: 'stop', output, scenes })],
  ['graphics.show', ([output, scene, station]) => ({ do: 'show', output, scene, station })],
  ['graphics.hide', ofScene('hide')],
  ['signalLines.switch', ([signal, on]) => ({ do: 'switch', signal, on })],
  ['signalLines.toggle', ([signal], expected) => ({ do: 'toggle', signal, expected: expected?.[0] ?? null })],
  ['signalLines.pulse', ([signal, ms]) => ({ do: 'pulse', signal, ms })],
  ['cameras.recall', ([camera, angle]) => ({ do: 'recall', camera, angle })],
  ['macros.run', ([macro]) => ({ do: 'run', macro })],
  ['macros.stop', ([macro]) => ({ do: 'end', macro })],
  ['automations.transition', ([automation, transition]) => ({ do: 'transition', automation, transition })],
]);

/** Returns a command that was stored in the earlier form, as it is now; undefined if it has another form. */
export const earlierForm = (stored: unknown): unknown =>
  EarlierCommand.is(stored) ? forms.get(stored.name)?.(stored.target, stored.expected) : undefined;
