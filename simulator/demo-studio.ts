// The demo studio, which is simulated when no studio file is configured. It has records of every kind.
import * as E from 'fp-ts/lib/Either.js';
import { demoAutomations, demoMacros } from './demo-sequences.js';
import { formatIssues, type Issue } from '../domain/codec/issues.js';
import { readStudioLayout, type StudioLayout } from '../domain/studio/layout.js';

const clip = (number: number, key: string, name: string, seconds: number) => ({
  number,
  key,
  name,
  durationMs: seconds * 1_000,
});

const stations = [
  { id: 'alpha', name: 'Alpha FM' },
  { id: 'bravo', name: 'Bravo TV' },
];

const signals = [
  { id: 'sig-1', identifier: 'red-light', name: 'Red light' },
  { id: 'sig-2', identifier: 'mic-live', name: 'Microphone live' },
  { id: 'sig-3', identifier: 'phone-ring', name: 'Phone ringing' },
  { id: 'sig-4', identifier: 'door-lock', name: 'Door lock' },
];

const wide = { id: 'wide', name: 'Wide' };
const close = { id: 'close', name: 'Close-up' };
const profile = { id: 'profile', name: 'Profile' };

const cameras = [
  { id: 'cam-1', name: 'Host', angles: [wide, close, profile], shownBy: [{ output: 'out-1', clip: 'headlines' }] },
  {
    id: 'cam-2',
    name: 'Guest',
    angles: [wide, close],
    shownBy: [{ output: 'out-2', scene: 'right', clip: 'headlines' }],
  },
];

const lowerThird = {
  scene: 'full',
  template: 'lower-third',
  fields: { headline: 'Headline', sponsor: 'Sponsor', live: 'ShowLive' },
};

const outputs = [
  { id: 'out-1', slot: 'main', name: 'Main programme', scenes: ['full'], graphics: [lowerThird] },
  { id: 'out-2', slot: 'wall', name: 'Video wall', scenes: ['left', 'right'] },
];

const panels = [
  {
    id: 'presenter',
    name: 'Presenter',
    pages: [
      {
        name: 'Show',
        columns: 4,
        buttons: [
          { show: 'output.remaining', with: { slot: 'main' }, label: 'Remaining' },
          {
            press: 'clip.play',
            with: { slot: 'main', number: 1, bank: 'news' },
            label: 'Opening titles',
            icon: 'play',
          },
          { press: 'clip.play', with: { slot: 'main', number: 2, bank: 'news' }, label: 'Headlines', icon: 'play' },
          { press: 'clip.play', with: { slot: 'main', number: 3, bank: 'news' }, label: 'Weather', icon: 'play' },
          { press: 'output.stop', with: { slot: 'main' }, label: 'Stop', icon: 'stop', colour: 'red', hold: 600 },
          { press: 'signal.on', with: { id: 'red-light' }, label: 'Red light on', icon: 'light' },
          { press: 'signal.off', with: { id: 'red-light' }, label: 'Red light off', icon: 'light' },
          { press: 'camera.recall', with: { id: 'cam-1', angle: 'close' }, label: 'Host close-up', icon: 'camera' },
          {
            press: 'macro.run',
            with: { id: 'mac-1' },
            label: 'Opening',
            icon: 'star',
            colour: 'violet',
            confirm: true,
          },
          { show: 'variable.value', with: { name: 'Headline' }, label: 'Headline' },
          { show: 'signal.get', with: { id: 'mic-live' }, label: 'Microphone' },
          { show: 'studio.status', label: 'Studio' },
        ],
      },
    ],
  },
  { id: 'studio', name: 'Whole studio' },
];

const news = [
  clip(1, 'opener', 'Opening titles', 15),
  clip(2, 'headlines', 'Headlines', 90),
  clip(3, 'weather', 'Weather', 60),
  clip(4, 'closer', 'Closing titles', 20),
];

const music = [clip(1, 'bed', 'Music bed', 180), clip(2, 'sting', 'Sting', 10)];

const variables = [
  { id: 'var-1', station: 'alpha', name: 'Headline', type: 'STRING', value: 'Good morning' },
  { id: 'var-2', station: 'alpha', name: 'ShowLive', type: 'BOOLEAN', value: true },
  { id: 'var-3', station: 'alpha', name: 'GuestCount', type: 'NUMBER', value: 2 },
  { id: 'var-4', station: 'alpha', name: 'Sponsor', type: 'STRING', value: null },
  { id: 'var-5', station: 'alpha', name: 'PhoneOpen', type: 'BOOLEAN', value: false },
  { id: 'var-11', station: 'bravo', name: 'Headline', type: 'STRING', value: 'Tonight on Bravo' },
];

const definition = {
  serverId: 'server-1',
  id: 'studio-1',
  name: 'Studio One',
  status: 'off_air',
  holder: 'alpha',
  activeBank: 'news',
  stations,
  signals,
  cameras,
  outputs,
  banks: [
    { key: 'news', name: 'News', clips: news },
    { key: 'music', name: 'Music', clips: music },
  ],
  variables,
  macros: demoMacros,
  automations: demoAutomations,
  panels,
};

/** Studio One, held by Alpha FM, off air. */
export const demoStudio: StudioLayout = E.getOrElse((issues: readonly Issue[]): StudioLayout => {
  throw new Error(`the demo studio is invalid: ${formatIssues(issues)}`);
})(readStudioLayout(definition));
