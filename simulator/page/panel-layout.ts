// The buttons of the virtual panel, laid out from the studio: each calls one URL, and is lit as a real panel would light it.
import type { CameraRecord, LineRecord } from '../api/state-records.js';
import { pathOf, reportedBy, type PanelGroup } from './panel-group.js';
import { outputGroups } from './panel-outputs.js';
import type { ShownStudio } from './shown-studio.js';

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

const studioGroup = ({ service }: ShownStudio): PanelGroup => {
  const isOnAir = service?.status === 'on_air';
  return {
    key: 'studio',
    title: 'Studio',
    feedback: isOnAir ? 'On air' : 'Off air',
    feature: 'studio',
    buttons: [
      { label: 'On air', path: pathOf('studio', 'onair'), isLit: isOnAir },
      { label: 'Off air', path: pathOf('studio', 'offair'), isLit: !isOnAir },
    ],
  };
};

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
  studioGroup(studio),
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
