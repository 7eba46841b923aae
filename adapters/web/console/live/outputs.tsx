// The outputs of a studio: what each scene plays, how much of it remains, and what is cued.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    <span className={leftMs <= endingMs ? 'countdown ending' : 'countdown'} role="timer" aria-label={t`Remaining`}>
      {countdownText(leftMs)}
    </span>
  );
};

const Remaining = ({ scene, receivedAtMs }: SceneProps): ReactElement | null => {
  if (scene.clip === null) return null;
  if (scene.remainingMs !== null) return <Countdown remainingMs={scene.remainingMs} receivedAtMs={receivedAtMs} />;
  return <span className="hint">{scene.paused ? t`Paused` : scene.loop ? t`Loops` : t`Unknown`}</span>;
};

/** Returns the tally of a scene: that of its output belongs to the scenes which play or have cued something. */
const sceneTally = ({ scene, tally, clip, cued }: Scene): Scene['tally'] => {
  if (scene === null || clip !== null || tally === null) return tally;
  return cued === null ? 'off' : 'preview';
};

const players = { main: t`main`, backup: t`backup` };

const leads = { main: t`main leads`, backup: t`backup leads` };

/** Renders which player of an output leads. */
const Lead = ({ scene: { other } }: Pick<SceneProps, 'scene'>): ReactElement | null =>
  other === undefined ? null : <span className="hint"> {leads[otherPlayer(other.player)]}</span>;

/** Renders what the player shows that doesn't lead. It stands out where it shows something else. */
const Other = ({ scene: { clip, connected, other } }: Pick<SceneProps, 'scene'>): ReactElement | null => {
  if (other === undefined) return null;
  const text = `${players[other.player]}: ${other.connected ? (other.clip ?? t`nothing`) : t`not connected`}`;
  const isSame = other.connected && connected && other.clip === clip;
  return <div>{isSame ? <span className="hint">{text}</span> : <Badge tone="warn">{text}</Badge>}</div>;
};
const playlistText = ({ bank, at, of }: NonNullable<Scene['playlist']>): string =>
  t`${String(at)} of ${String(of)} in ${bank}`;

const SceneRow = ({ scene, receivedAtMs }: SceneProps): ReactElement => (
  <tr>
    <th scope="row">
      {scene.output}
      {scene.scene !== null && <span className="hint"> {scene.scene}</span>}
      <Lead scene={scene} />
    </th>
    <td>
      {scene.connected ? (
        <TallyBadge tally={sceneTally(scene)} />
      ) : (
        <Badge tone="bad">
          <Trans>Not connected</Trans>
        </Badge>
      )}
    </td>
    <td className={scene.clip === null ? 'nothing' : undefined}>
      {scene.clip ?? t`Nothing`}
      {scene.loop && scene.clip !== null && (
        <span className="hint">
          {' · '}
          <Trans>loop</Trans>
        </span>
      )}
      <Other scene={scene} />
      {scene.playlist && <span className="hint"> · {playlistText(scene.playlist)}</span>}
    </td>
    <td>
      <Remaining scene={scene} receivedAtMs={receivedAtMs} />
    </td>
    <td>{scene.cued !== null && <Trans>Next: {scene.cued}</Trans>}</td>
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
        {[t`Output`, t`Tally`, t`Clip`, t`Remaining`, t`Cued`].map((name) => (
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
