// The outputs of a studio: what each scene plays, how much of it remains, and what is cued.
import type { ReactElement } from 'react';
import { otherPlayer } from '../../../../domain/studio/output-player.js';
import type { LiveEntryItem } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { countdownText } from './live.js';
import { TallyBadge } from './tally-badge.js';
import { useClock } from './use-live.js';

type Scene = Extract<LiveEntryItem, { readonly kind: 'scene' }>;

interface SceneProps {
  readonly scene: Scene;
  /** When it was received, by the page's monotonic clock. */
  readonly receivedAtMs: number;
}

/** From here on the countdown stands out, in milliseconds. */
const endingMs = 10_000;

/** Renders what remains of a clip, by the page's clock. */
const Countdown = ({ remainingMs, receivedAtMs }: { readonly remainingMs: number; readonly receivedAtMs: number }) => {
  // A state may come after the last tick.
  const elapsedMs = Math.max(0, useClock(200) - receivedAtMs);
  const leftMs = Math.max(0, remainingMs - elapsedMs);
  return (
    <span className={leftMs <= endingMs ? 'countdown ending' : 'countdown'} role="timer" aria-label="Remaining">
      {countdownText(leftMs)}
    </span>
  );
};

const Remaining = ({ scene, receivedAtMs }: SceneProps): ReactElement | null => {
  if (scene.clip === null) return null;
  if (scene.remainingMs !== null) return <Countdown remainingMs={scene.remainingMs} receivedAtMs={receivedAtMs} />;
  return <span className="hint">{scene.paused ? 'Paused' : scene.loop ? 'Loops' : 'Unknown'}</span>;
};

/** Returns the tally of a scene: that of its output belongs to the scenes which play or have cued something. */
const sceneTally = ({ scene, tally, clip, cued }: Scene): Scene['tally'] => {
  if (scene === null || clip !== null || tally === null) return tally;
  return cued === null ? 'off' : 'preview';
};

/** Renders which player of an output leads. */
const Lead = ({ scene: { other } }: Pick<SceneProps, 'scene'>): ReactElement | null =>
  other === undefined ? null : <span className="hint"> {otherPlayer(other.player)} leads</span>;

/** Renders what the player shows that doesn't lead. It stands out where it shows something else. */
const Other = ({ scene: { clip, connected, other } }: Pick<SceneProps, 'scene'>): ReactElement | null => {
  if (other === undefined) return null;
  const text = `${other.player}: ${other.connected ? (other.clip ?? 'nothing') : 'not connected'}`;
  const isSame = other.connected && connected && other.clip === clip;
  return <div>{isSame ? <span className="hint">{text}</span> : <Badge tone="warn">{text}</Badge>}</div>;
};
const playlistText = ({ bank, at, of }: NonNullable<Scene['playlist']>): string =>
  ` · ${String(at)} of ${String(of)} in ${bank}`;

const SceneRow = ({ scene, receivedAtMs }: SceneProps): ReactElement => (
  <tr>
    <th scope="row">
      {scene.output}
      {scene.scene !== null && <span className="hint"> {scene.scene}</span>}
      <Lead scene={scene} />
    </th>
    <td>{scene.connected ? <TallyBadge tally={sceneTally(scene)} /> : <Badge tone="bad">Not connected</Badge>}</td>
    <td className={scene.clip === null ? 'nothing' : undefined}>
      {scene.clip ?? 'Nothing'}
      {scene.loop && scene.clip !== null && <span className="hint"> · loop</span>}
      <Other scene={scene} />
      {scene.playlist && <span className="hint">{playlistText(scene.playlist)}</span>}
    </td>
    <td>
      <Remaining scene={scene} receivedAtMs={receivedAtMs} />
    </td>
    <td>{scene.cued !== null && <>Next: {scene.cued}</>}</td>
  </tr>
);

/** Renders all scenes. */
export const Outputs = ({
  scenes,
  receivedAtMs,
}: {
  readonly scenes: readonly Scene[];
  readonly receivedAtMs: number;
}): ReactElement => (
  <table className="live-outputs">
    <thead className="visually-hidden">
      <tr>
        {['Output', 'Tally', 'Clip', 'Remaining', 'Cued'].map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {scenes.map((scene) => (
        <SceneRow key={`${scene.output}/${scene.scene ?? ''}`} scene={scene} receivedAtMs={receivedAtMs} />
      ))}
    </tbody>
  </table>
);
