// The outputs as monitors: what each scene plays, how long it lasts, and what is cued.
import type { ReactElement } from 'react';
import { Button } from '../../adapters/web/console/ui/button.js';
import { Card } from '../../adapters/web/console/ui/card.js';
import type { DeviceRecord } from '../api/records.js';
import type { PlayerRecord, SceneRecord } from '../api/state-records.js';
import { DeviceTile } from './device-tile.js';
import type { ShownStudio } from './shown-studio.js';
import { useSteer } from './steering.js';
import { minutesText, useStudioTime } from './use-time.js';

type Run = NonNullable<SceneRecord['run']>;

/** Returns the position of a clip, in milliseconds. */
const positionOf = ({ positionMs, asOfMs, paused, loop, durationMs }: Run, nowMs: number): number => {
  const position = positionMs + (paused ? 0 : Math.max(0, nowMs - asOfMs));
  if (durationMs === null) return position;
  return loop ? position % durationMs : Math.min(position, durationMs);
};

const leftText = (run: Run, positionMs: number): string =>
  run.durationMs === null ? minutesText(positionMs) : minutesText(run.durationMs - positionMs);

const Countdown = ({ run, nowMs }: { readonly run: Run; readonly nowMs: number }): ReactElement => {
  const positionMs = positionOf(run, nowMs);
  return (
    <>
      <span className="screen-time" role="timer" aria-label="Remaining">
        {leftText(run, positionMs)}
        <span className="screen-note">{run.paused ? ' paused' : run.loop ? ' loop' : ''}</span>
      </span>
      <progress max={run.durationMs ?? 1} value={run.durationMs === null ? 0 : positionMs} aria-label={run.name} />
    </>
  );
};

const graphicText = ({ graphic }: SceneRecord): string =>
  graphic === null ? 'no graphic' : `graphic ${graphic.template}: ${Object.values(graphic.texts).join(', ')}`;

interface SceneProps {
  readonly output: DeviceRecord;
  readonly scene: SceneRecord;
  readonly nowMs: number;
}

const Scene = ({ output, scene, nowMs }: SceneProps): ReactElement => {
  const steer = useSteer();
  const { id, run, cued } = scene;
  return (
    <section className={run === null ? 'screen' : 'screen playing'} aria-label={`${output.name}, ${id}`}>
      <div className="screen-top">
        <span className="screen-note">
          {id}
          {run && ` · ${run.bank}/${run.clip}`}
        </span>
        <Button
          look="quiet"
          isDisabled={run === null}
          aria-label={`End clip of ${output.name}, ${id}`}
          onPress={() => {
            steer((client) => client.changeState(output.id, { scenes: [{ id, run: null }] }));
          }}
        >
          End clip
        </Button>
      </div>
      <strong>{run === null ? 'Nothing playing' : run.name}</strong>
      {run === null ? <span className="screen-time">–:––</span> : <Countdown run={run} nowMs={nowMs} />}
      <span className="screen-note">
        <span className={cued === null ? '' : 'cued'}>{cued === null ? 'nothing cued' : `next: ${cued.name}`}</span> ·{' '}
        {graphicText(scene)}
      </span>
    </section>
  );
};

const sceneText = ({ id, run }: SceneRecord): string => `${id} ${run === null ? 'plays nothing' : `plays ${run.name}`}`;

/** Renders the monitors. */
export const Monitors = ({ studio }: { readonly studio: ShownStudio }): ReactElement => {
  const nowMs = useStudioTime(studio);
  return (
    <Card title="Outputs">
      <div className="units wide">
        {studio.devices
          .filter(({ kind }) => kind === 'player')
          .map((output) => (
            <DeviceTile
              key={output.id}
              device={output}
              address={studio.layout.outputs.find(({ id }) => id === output.id)?.slot ?? output.id}
              tally={studio.service?.tallies[output.id]}
              reported={(output.reported as PlayerRecord).scenes.map(sceneText).join(', ')}
            >
              <div className="scenes">
                {(output.state as PlayerRecord).scenes.map((scene) => (
                  <Scene key={scene.id} output={output} scene={scene} nowMs={nowMs} />
                ))}
              </div>
            </DeviceTile>
          ))}
      </div>
    </Card>
  );
};
