// The buttons of the virtual panel, laid out from the studio: each calls one URL, and is lit as a real panel would light it.
import type { CameraRecord, LineRecord, PlayerRecord } from '../api/state-records.js';
import type { Features, ShownStudio } from './shown-studio.js';

/** A button. `path` begins with `/api/v2/plain`. */
export interface PanelButton {
  readonly label: string;
  readonly path: string;
  readonly isLit?: boolean;
}

/** The buttons of one record of the studio. */
export interface PanelGroup {
  readonly key: string;
  readonly title: string;
  /** What the panel shows of the record. */
  readonly feedback: string;
  readonly feature: keyof Features;
  readonly buttons: readonly PanelButton[];
}

const pathOf = (...segments: readonly string[]): string =>
  ['/api/v2/plain', ...segments.map(encodeURIComponent)].join('/');

/** Returns the state that a device last reported: the one that panels see. */
const reportedBy = ({ devices }: ShownStudio, id: string): unknown =>
  devices.find((device) => device.id === id)?.reported;

type Output = ShownStudio['layout']['outputs'][number];

/** The parameter that names a scene; an output with one scene needs none. */
const sceneQuery = (scenes: readonly unknown[], scene: string): string =>
  scenes.length > 1 ? `?scene=${encodeURIComponent(scene)}` : '';

const sceneGroup = (
  { layout, service }: ShownStudio,
  { id, name, slot }: Output,
  scenes: PlayerRecord['scenes'],
  { id: scene, run, cued }: PlayerRecord['scenes'][number],
): PanelGroup => {
  const clips = layout.banks.find(({ key }) => key === service?.activeBank)?.clips ?? [];
  const query = sceneQuery(scenes, scene);
  const clipButton = (verb: 'play' | 'cue', label: string, shown: typeof cued) => (clip: (typeof clips)[number]) => ({
    label: `${label} ${clip.name}`,
    path: pathOf('outputs', slot, 'clips', clip.key, verb) + query,
    isLit: shown?.bank === service?.activeBank && shown?.clip === clip.key,
  });
  return {
    key: `${id} ${scene}`,
    title: scenes.length > 1 ? `${name}, ${scene}` : name,
    feedback: run === null ? 'Nothing playing' : `${run.name}${cued === null ? '' : `, next ${cued.name}`}`,
    feature: 'outputs',
    buttons: [
      ...clips.map(clipButton('play', 'Play', run)),
      ...clips.map(clipButton('cue', 'Cue', cued)),
      { label: 'Take', path: pathOf('outputs', slot, 'take') + query },
      { label: 'Stop', path: pathOf('outputs', slot, 'stop') + query },
    ],
  };
};

const outputGroups = (studio: ShownStudio): readonly PanelGroup[] =>
  studio.layout.outputs.flatMap((output) => {
    const scenes = (reportedBy(studio, output.id) as PlayerRecord | undefined)?.scenes ?? [];
    return scenes.map((scene) => sceneGroup(studio, output, scenes, scene));
  });

const signalGroups = (studio: ShownStudio): readonly PanelGroup[] =>
  studio.layout.signals.map(({ id, name, identifier }) => {
    const isOn = (reportedBy(studio, id) as LineRecord | undefined)?.on === true;
    const button = (label: string, verb: string) => ({ label, path: pathOf('signals', identifier, verb) });
    return {
      key: id,
      title: name,
      feedback: isOn ? 'On' : 'Off',
      feature: 'signals',
      buttons: [
        { ...button('On', 'on'), isLit: isOn },
        { ...button('Off', 'off'), isLit: !isOn },
        button('Toggle', 'toggle'),
        button('Pulse', 'pulse'),
      ],
    };
  });

const cameraGroups = (studio: ShownStudio): readonly PanelGroup[] =>
  studio.layout.cameras.map(({ id, name, angles }) => {
    const angle = (reportedBy(studio, id) as CameraRecord | undefined)?.angle;
    return {
      key: id,
      title: name,
      feedback: angles.find((one) => one.id === angle)?.name ?? 'No angle',
      feature: 'cameras',
      buttons: angles.map((one) => ({
        label: one.name,
        path: pathOf('cameras', id, 'angles', one.id, 'recall'),
        isLit: one.id === angle,
      })),
    };
  });

const stationGroup = ({ layout, service }: ShownStudio): PanelGroup => ({
  key: 'station',
  title: 'Station',
  feedback: service?.holder ?? 'No station holds the studio',
  feature: 'station',
  buttons: [
    ...layout.stations.map(({ id, name }) => ({
      label: `Take as ${name}`,
      path: pathOf('stations', id, 'take'),
      isLit: service?.holder === name,
    })),
    { label: 'Release', path: pathOf('station', 'release') },
  ],
});

const macroGroups = ({ service }: ShownStudio): readonly PanelGroup[] =>
  (service?.macros ?? []).map(({ id, name, state, step, steps }) => ({
    key: id,
    title: name,
    feedback: state === 'running' ? `running ${String(step)}/${String(steps)}` : state,
    feature: 'macros',
    buttons: [
      { label: 'Run', path: pathOf('macros', id, 'run'), isLit: state === 'running' },
      { label: 'Stop', path: pathOf('macros', id, 'stop') },
    ],
  }));

const automationGroups = ({ service }: ShownStudio): readonly PanelGroup[] =>
  (service?.automations ?? []).map(({ id, name, state }) => ({
    key: id,
    title: name,
    feedback: state,
    feature: 'automations',
    buttons: [
      { label: 'Start', path: pathOf('automations', id, 'start'), isLit: state === 'running' },
      { label: 'Pause', path: pathOf('automations', id, 'pause'), isLit: state === 'paused' },
      { label: 'Resume', path: pathOf('automations', id, 'resume') },
      { label: 'Stop', path: pathOf('automations', id, 'stop') },
    ],
  }));

/** Returns the groups of buttons, in the order of a panel. */
export const panelGroups = (studio: ShownStudio): readonly PanelGroup[] => [
  stationGroup(studio),
  ...outputGroups(studio),
  ...signalGroups(studio),
  ...cameraGroups(studio),
  ...macroGroups(studio),
  ...automationGroups(studio),
];

/** Returns the path that sets a variable. */
export const variablePath = (name: string, value: string): string =>
  `${pathOf('variables', name, 'set')}?value=${encodeURIComponent(value)}`;
