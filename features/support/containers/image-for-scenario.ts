// Which image a scenario runs against, by what it does: the production image wherever nothing has to be simulated.
import { PickleStepType, type Pickle, type PickleStep } from '@cucumber/messages';
import type { Image } from './driver.js';

/** The tag of scenarios that no image could serve. */
export const elsewhere = '@process';

/** Steps that steer the simulated studio, look at its devices, or count what they were told. */
const steers = [
  /^the clock stands still$/,
  /^\d+ (ms|seconds?|minutes?|hours?) pass(es)?$/,
  /^(the (player|line) of \S+|the camera \S+) (is|has|loses|refuses|acknowledges|thaws)\b/,
  /\b(plays the clip|nothing plays)\b/i,
  /^the signal \S+ is (on|off)$/,
  /^nothing is sent to any device$/,
  /commands? (was|were) sent\b/,
  / and (waits|hangs up)$/,
];

/** Calls that act, in the words of the features and as bare routes. */
const acts = [
  /\b(switches|toggles|pulses|plays|stops|runs|starts|pauses|resumes|recalls|releases|activates|sets) (the|clip)\b/,
  /\btakes the studio\b/,
  /\bcalls \S+ \S*\/(play|stop|on|off|toggle|pulse|run|start|pause|resume|recall|onair|offair|take|release|activate|set)\b/,
];

/** What shows that the service has just begun with nothing, or that its devices are there. */
const showsBeginning = [/\breads the (requests|core)\b/, /\/requests\b/];
const connected = /\bconnected$/;

/** What shows that a call was refused before anything was sent. */
const refusal = /^it is (refused with|answered) 4(?!24)\d\d\b/;

const matches = (all: readonly RegExp[], text: string): boolean => all.some((one) => one.test(text));

const isCall = ({ type }: PickleStep): boolean => type === PickleStepType.ACTION;

/** Whether the call at a place is refused: so say the steps up to the next call. */
const isRefused = (steps: readonly PickleStep[], place: number): boolean => {
  const next = steps.findIndex((step, later) => later > place && isCall(step));
  const after = steps.slice(place + 1, next === -1 ? undefined : next);
  return after.some(({ text }) => refusal.test(text));
};

/** The rows of a table in which callers do something, with what it comes to. */
const rowActs = ({ argument }: PickleStep): boolean =>
  argument?.dataTable?.rows.some(({ cells }) => {
    const texts = cells.map(({ value }) => value);
    return texts.some((text) => matches(acts, text)) && texts.some((text) => /^20\d$/.test(text));
  }) ?? false;

const showsDevices = ({ argument }: PickleStep): boolean =>
  argument?.dataTable?.rows.some(({ cells }) => connected.test(cells[0]?.value ?? '')) ?? false;

const needsSimulator = ({ steps, tags }: Pickle): boolean =>
  tags.some(({ name }) => name === '@simulator') ||
  steps.some(
    (step, place) =>
      matches([...steers, ...showsBeginning], step.text) ||
      showsDevices(step) ||
      rowActs(step) ||
      (matches(acts, step.text) && !isRefused(steps, place)),
  );

/** Chooses; undefined for scenarios that run without an image only. */
export const imageFor = (pickle: Pickle): Image | undefined => {
  if (pickle.tags.some(({ name }) => name === elsewhere)) return undefined;
  return needsSimulator(pickle) ? 'development' : 'production';
};
