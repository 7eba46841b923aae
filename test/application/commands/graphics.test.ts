// Graphics on air: which texts are sent when variables, the layout or the connection change.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { graphics, type Graphics } from '../../../application/commands/graphics.js';
import { currentLayout, type CurrentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import type { VariableValue } from '../../../domain/studio/variable.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import type { LoggedCommand } from '../../../simulator/command-log.js';
import { sentCommand } from '../../contracts/device-commands.js';
import { promptMs, savedAtOnce, stepBench, type StepBench } from '../demo-bench.js';
import { commandTo } from '../../support/commands.js';

const place = { output: 'out-1', scene: 'full' };

let bench: StepBench;
let current: CurrentLayout;
let studio: ReturnType<typeof studioState>;
let shown: Graphics;

const set = (id: string, value: VariableValue): void => {
  studio.change((runtime) => E.right({ ...runtime, variables: { ...runtime.variables, [id]: value } }));
};

const textsOf = ({ command }: LoggedCommand) => (command as { readonly texts?: { readonly headline: string } }).texts;

/** The headlines that were sent, oldest first; undefined for commands without texts. */
const headlines = () => bench.studio.commands().map((command) => textsOf(command)?.headline);

const pass = (ms = promptMs * 3) => bench.clock.advance(ms);

beforeEach(async () => {
  bench = stepBench();
  current = currentLayout(demoStudio);
  studio = studioState(current, initialRuntimeState(demoStudio), savedAtOnce);
  current.watchLayout(({ now }) => {
    bench.studio.follow(now);
  });
  shown = graphics({ ...bench.ports, studio, log: bench.log });
  sentCommand(shown.find(place)?.show('alpha') ?? E.left({ code: 'not_found', message: '' }));
  await pass();
});

const layoutWith = (lowerThird: object) => ({
  ...demoStudio,
  outputs: demoStudio.outputs.map(({ graphics: own = [], ...output }) => ({
    ...output,
    graphics: own.map((graphic) => ({ ...graphic, ...lowerThird })),
  })),
});

describe('an update', () => {
  it('@GRAPHIC-5: is sent after the one before it, with the newest texts alone', async () => {
    bench.setFault('out-1', 'frozen');
    set('var-1', 'Flood');
    await pass(500);
    set('var-1', 'Storm');
    set('var-1', 'Sun');
    await pass(500);
    expect(headlines()).toEqual(['Good morning', 'Flood']);
    bench.setFault('out-1', null);
    await pass();
    expect(headlines()).toEqual(['Good morning', 'Flood', 'Sun']);
    expect(shown.record(place)).toMatchObject({ fields: { headline: 'Sun' }, error: null });
  });

  it('is sent after a show that failed before it', async () => {
    set('var-1', 'Flood');
    bench.setFault('out-1', 'refused');
    sentCommand(shown.show(place, 'beta'));
    await pass(5);
    bench.setFault('out-1', null);
    await pass(500);
    expect(shown.record(place)).toMatchObject({ station: 'alpha', fields: { headline: 'Flood' }, error: null });
  });

  it('is not sent if the texts are those on air again', async () => {
    set('var-1', 'Flood');
    set('var-1', 'Good morning');
    await pass(500);
    expect(headlines()).toEqual(['Good morning']);
  });

  it('@GRAPHIC-6: fails after 2 s without a reply, is logged once, and is not repeated by itself', async () => {
    bench.setFault('out-1', 'lost');
    set('var-1', 'Flood');
    await pass(2_100);
    expect(shown.record(place)).toMatchObject({
      shown: true,
      error: 'no acknowledgement within 2000 ms; the command may still take effect',
    });
    await pass(60_000);
    expect(headlines()).toEqual(['Good morning', 'Flood']);
    expect(bench.logged).toEqual(['a graphic on air did not get its new texts']);
  });

  it('@GRAPHIC-6: that failed is sent again when a lost connection returns', async () => {
    bench.setFault('out-1', 'refused');
    set('var-1', 'Flood');
    await pass();
    bench.setFault('out-1', 'offline');
    await pass();
    bench.setFault('out-1', null);
    await pass();
    expect(headlines()).toEqual(['Good morning', 'Flood', 'Flood']);
    expect(shown.record(place)).toMatchObject({ fields: { headline: 'Flood' }, error: null });
  });

  it('@GRAPHIC-6: that fails after the graphic was shown anew leaves no error', async () => {
    bench.setFault('out-1', 'lost');
    set('var-1', 'Flood');
    await pass();
    bench.setFault('out-1', null);
    set('var-1', 'Storm');
    shown.find(place)?.show('alpha');
    await pass(2_100);
    expect(headlines()).toEqual(['Good morning', 'Flood', 'Storm']);
    expect(shown.record(place)).toMatchObject({ fields: { headline: 'Storm' }, error: null });
    expect(bench.logged).toEqual([]);
  });

  it('is not sent after the graphic was hidden, or after the end', async () => {
    set('var-1', 'Flood');
    shown.find(place)?.hide();
    await pass();
    expect(headlines()).toEqual(['Good morning', undefined]);
    shown.find(place)?.show('alpha');
    await pass();
    set('var-1', 'Storm');
    shown.end();
    set('var-1', 'Sun');
    await pass(500);
    expect(headlines()).toEqual(['Good morning', undefined, 'Flood']);
  });

  it('follows a variable that changes before the graphic is on air', async () => {
    shown.find(place)?.hide();
    await pass();
    shown.find(place)?.show('alpha');
    set('var-1', 'Flood');
    await pass();
    expect(headlines().slice(1)).toEqual([undefined, 'Good morning', 'Flood']);
  });
});

it('has its new record when it is reported that it is shown or hidden', async () => {
  const reported: (boolean | undefined)[] = [];
  shown.watch(() => void reported.push(shown.record(place)?.shown));
  for (const send of [() => shown.hide(place), () => shown.show(place, 'alpha')]) {
    sentCommand(send());
    await pass();
    reported.push(undefined);
  }
  const [hidden, again] = [reported.slice(0, reported.indexOf(undefined)), reported.slice(reported.indexOf(undefined))];
  expect([hidden.includes(false), hidden.at(-1), again.at(-2)]).toEqual([true, false, true]);
});

it('that another controller shows has no station, no texts and no error of the time before', async () => {
  bench.setFault('out-1', 'refused');
  set('var-1', 'Flood');
  await pass();
  expect(shown.record(place)?.error).not.toBeNull();
  bench.setFault('out-1', null);
  sentCommand(shown.hide(place));
  await pass();
  sentCommand(bench.ports.players.send(commandTo.show('out-1', 'full', {})));
  await pass();
  expect(shown.record(place)).toMatchObject({ shown: true, station: null, fields: {}, error: null });
});

describe('another layout', () => {
  it('with other variables in the fields updates the graphic on air', async () => {
    current.replace(layoutWith({ fields: { headline: 'GuestCount' } }));
    await pass();
    expect(headlines()).toEqual(['Good morning', '2']);
  });

  it('with another template has the graphic off air', async () => {
    current.replace(layoutWith({ template: 'another' }));
    set('var-1', 'Flood');
    await pass(500);
    expect(shown.record(place)).toMatchObject({ template: 'another', shown: false });
    expect(headlines()).toEqual(['Good morning']);
  });

  it.each([
    ['graphic', demoStudio.outputs.map((output) => ({ ...output, graphics: [] })), true],
    ['output', [], false],
  ])('without the %s sends nothing more, also what was about to be sent', async (_what, outputs, isStillShown) => {
    set('var-1', 'Flood');
    current.replace({ ...demoStudio, outputs, macros: [], automations: [] });
    await pass(500);
    expect(shown.record(place)).toBeNull();
    set('var-1', 'Storm');
    await pass(500);
    expect([headlines(), bench.logged]).toEqual([['Good morning'], []]);
    current.replace(demoStudio);
    expect(shown.record(place)).toMatchObject({ shown: isStillShown });
  });
});
