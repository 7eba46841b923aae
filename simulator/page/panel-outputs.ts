// The buttons of the outputs: clips, what controls the clip that is on, and graphics.
import type { PlayerRecord } from '../api/state-records.js';
import { withParameter } from '../client/call-target.js';
import { pathOf, reportedBy, type PanelButton, type PanelGroup } from './panel-group.js';
import type { ShownStudio } from './shown-studio.js';

type Output = ShownStudio['layout']['outputs'][number];

type Scenes = PlayerRecord['scenes'];
type Scene = Scenes[number];

/** Returns the path of a verb for a scene. Only a scene beside others is named. */
type SceneVerb = (...verb: readonly string[]) => string;

const sceneVerb =
  ({ slot }: Output, scenes: Scenes, { id }: Scene): SceneVerb =>
  (...verb) =>
    withParameter(pathOf('outputs', slot, ...verb), 'scene', scenes.length > 1 ? id : '');

const clipButtons = ({ layout, service }: ShownStudio, { run, cued }: Scene, path: SceneVerb) => {
  const clips = layout.banks.find(({ key }) => key === service?.activeBank)?.clips ?? [];
  const button = (verb: 'play' | 'cue', label: string, shown: typeof cued) => (clip: (typeof clips)[number]) => ({
    label: `${label} ${clip.name}`,
    path: path('clips', clip.key, verb),
    isLit: shown?.bank === service?.activeBank && shown?.clip === clip.key,
  });
  return [...clips.map(button('play', 'Play', run)), ...clips.map(button('cue', 'Cue', cued))];
};

/** How long before its end **Last 10 s** goes on with a clip, in milliseconds. */
const lastMs = 10_000;

/** The buttons that move the clip that is on. Its end is known once it plays, if at all. */
const positionButtons = ({ run }: Scene, path: SceneVerb): readonly PanelButton[] => {
  const seek = (label: string, ms: number) => ({ label, path: withParameter(path('seek'), 'ms', String(ms)) });
  const durationMs = run?.durationMs ?? 0;
  return [
    { label: 'Pause', path: path('pause'), isLit: run?.paused === true },
    { label: 'Resume', path: path('resume') },
    seek('From start', 0),
    ...(durationMs > lastMs ? [seek('Last 10 s', durationMs - lastMs)] : []),
  ];
};

const graphicButtons = ({ graphics }: Output, { id, graphic }: Scene, path: SceneVerb): readonly PanelButton[] =>
  graphics.includes(id)
    ? [
        { label: 'Show graphic', path: path('graphic', 'show'), isLit: graphic !== null },
        { label: 'Hide graphic', path: path('graphic', 'hide') },
      ]
    : [];

const sceneGroup = (studio: ShownStudio, output: Output, scenes: Scenes, scene: Scene): PanelGroup => {
  const { run, cued } = scene;
  const path = sceneVerb(output, scenes, scene);
  return {
    key: `${output.id} ${scene.id}`,
    title: scenes.length > 1 ? `${output.name}, ${scene.id}` : output.name,
    feedback: run === null ? 'Nothing playing' : `${run.name}${cued === null ? '' : `, next ${cued.name}`}`,
    feature: 'outputs',
    buttons: [
      ...clipButtons(studio, scene, path),
      { label: 'Take', path: path('take') },
      { label: 'Stop', path: path('stop') },
      ...positionButtons(scene, path),
      ...graphicButtons(output, scene, path),
    ],
  };
};

/** Returns a group for each scene. */
export const outputGroups = (studio: ShownStudio): readonly PanelGroup[] =>
  studio.layout.outputs.flatMap((output) => {
    const scenes = (reportedBy(studio, output.id) as PlayerRecord | undefined)?.scenes ?? [];
    return scenes.map((scene) => sceneGroup(studio, output, scenes, scene));
  });
