// What a line reads of an ATEM switcher, and the commands that switch it.
import { Buffer } from 'node:buffer';
import { foldRecord } from '../../../domain/codec/single-field-union.js';
import type { AtemCommand } from './packet.js';
import type { AtemLine } from './settings.js';
import { keys, noMacro, tallyBits, type SwitcherState } from './state.js';

/** A command that leads to a value. */
export interface PlannedCommand {
  readonly command: AtemCommand;
  /** Whether a value of the state is the effect of the command. */
  readonly isReached: (shown: number) => boolean;
}

/** What a command is refused for. */
export interface PlannedRefusal {
  readonly refusal: string;
}

/** How a line is read and switched. */
export interface LinePlan {
  /** The part of the state. */
  readonly key: string;
  readonly isOn: (shown: number) => boolean;
  /** What the part of the state shows, in words. */
  readonly inWords: (shown: number) => string;
  /** Returns what the line uses and the switcher lacks, as a sentence; undefined if it has all. */
  readonly lack: (state: SwitcherState) => string | undefined;
  /**
   * Returns the command that switches the line; 'done' if nothing is to be sent. Absent if it is only read. `isPending` if another
   * command of the line isn't confirmed yet.
   */
  readonly command?: (
    on: boolean,
    state: SwitcherState,
    isPending: boolean,
  ) => PlannedCommand | PlannedRefusal | 'done';
}

type LineOf<Field extends string> = Extract<AtemLine, Readonly<Record<Field, unknown>>>;

const noOffInput: PlannedRefusal = {
  refusal: 'has no offInput: it can be switched on, but not off, because some input is always shown',
};

/** A crosspoint: the place where inputs are shown, and how the place is named in a command. */
interface Place {
  readonly key: string;
  readonly name: string;
  readonly head: readonly [number, number];
  readonly lack: (state: SwitcherState) => string | undefined;
  readonly lackOfInput: (state: SwitcherState, input: number) => string | undefined;
  readonly where: string;
}

const crosspointPlan = (place: Place, input: number, offInput: number | undefined): LinePlan => ({
  key: place.key,
  isOn: (shown) => shown === input,
  inWords: (shown) => `${place.where} shows input ${String(shown)}`,
  lack: (state) =>
    place.lack(state) ??
    place.lackOfInput(state, input) ??
    (offInput === undefined ? undefined : place.lackOfInput(state, offInput)),
  command: (on) => {
    const wanted = on ? input : offInput;
    if (wanted === undefined) return noOffInput;
    const data = Buffer.of(...place.head, wanted >> 8, wanted & 0xff);
    return { command: { name: place.name, data }, isReached: (shown) => shown === wanted };
  },
});

const onMix = (bus: 'program' | 'preview', mix: number): Place => ({
  key: keys[bus](mix),
  name: bus === 'program' ? 'CPgI' : 'CPvI',
  head: [mix - 1, 0],
  lack: (state) => state.lacksMix(mix),
  lackOfInput: (state, input) => state.lacksInputOfMix(mix, input),
  where: `the ${bus} of mix ${String(mix)}`,
});

const onAux = (aux: number): Place => ({
  key: keys.aux(aux),
  name: 'CAuS',
  // The first byte says that the input is to be set.
  head: [1, aux - 1],
  lack: (state) => state.lacksAux(aux),
  lackOfInput: (state, input) => state.lacksInputOfAux(aux, input),
  where: `aux output ${String(aux)}`,
});

const onAirPlan = (key: string, command: (air: number) => AtemCommand, lack: LinePlan['lack']): LinePlan => ({
  key,
  isOn: (shown) => shown === 1,
  inWords: (shown) => `the keyer is ${shown === 1 ? 'on' : 'off'} air`,
  lack,
  command: (on) => ({ command: command(Number(on)), isReached: (shown) => shown === Number(on) }),
});

const keyerPlan = ({ keyer, mix = 1 }: LineOf<'keyer'>): LinePlan =>
  onAirPlan(
    keys.keyer(mix, keyer),
    (air) => ({ name: 'CKOn', data: Buffer.of(mix - 1, keyer - 1, air, 0) }),
    (state) => state.lacksKeyer(mix, keyer),
  );

const downstreamKeyerPlan = ({ downstreamKeyer: keyer }: LineOf<'downstreamKeyer'>): LinePlan =>
  onAirPlan(
    keys.downstreamKeyer(keyer),
    (air) => ({ name: 'CDsL', data: Buffer.of(keyer - 1, air, 0, 0) }),
    (state) => state.lacksDownstreamKeyer(keyer),
  );

/** What is done with a macro. */
const macroActions = { run: 0, stop: 1 } as const;

const macroPlan = ({ macro }: LineOf<'macro'>): LinePlan => {
  const isOn = (shown: number): boolean => shown === macro;
  return {
    key: keys.macro,
    isOn,
    inWords: (shown) => (shown === noMacro ? 'no macro runs' : `macro ${String(shown)} runs`),
    lack: (state) => state.lacksMacro(macro),
    command: (on, state, isPending) => {
      if (on && state.isEmptyMacro(macro))
        return { refusal: `can't be switched on: nothing is recorded in macro ${String(macro)}` };
      if (on) {
        const data = Buffer.of((macro - 1) >> 8, (macro - 1) & 0xff, macroActions.run, 0);
        return { command: { name: 'MAct', data }, isReached: isOn };
      }
      // The switcher stops whichever macro runs.
      if (!isPending && !isOn(state.value(keys.macro) ?? noMacro)) return 'done';
      const data = Buffer.of(0xff, 0xff, macroActions.stop, 0);
      return { command: { name: 'MAct', data }, isReached: (shown) => !isOn(shown) };
    },
  };
};

const tallyPlan = ({ tally, shows }: LineOf<'tally'>): LinePlan => ({
  key: keys.tally(tally),
  isOn: (shown) => (shown & tallyBits[shows]) !== 0,
  inWords: () => `input ${String(tally)} has another tally`,
  lack: (state) => state.lacksInput(tally),
});

/** Returns how a line is read and switched. */
export const planOf = foldRecord<
  AtemLine,
  'program' | 'preview' | 'aux' | 'keyer' | 'downstreamKeyer' | 'macro' | 'tally',
  LinePlan
>({
  program: ({ program, mix = 1, offInput }) => crosspointPlan(onMix('program', mix), program, offInput),
  preview: ({ preview, mix = 1, offInput }) => crosspointPlan(onMix('preview', mix), preview, offInput),
  aux: ({ aux, input, offInput }) => crosspointPlan(onAux(aux), input, offInput),
  keyer: keyerPlan,
  downstreamKeyer: downstreamKeyerPlan,
  macro: macroPlan,
  tally: tallyPlan,
});
