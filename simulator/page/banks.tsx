// The banks as grids of clips, with the keys that URLs of panels use. A press starts a clip as another station would.
import { useState, type ReactElement } from 'react';
import { Badge } from '../../adapters/web/console/ui/badge.js';
import { Button } from '../../adapters/web/console/ui/button.js';
import { Card } from '../../adapters/web/console/ui/card.js';
import { Choice } from './choice.js';
import type { PlayerRecord } from '../api/state-records.js';
import type { Layout, ShownStudio } from './shown-studio.js';
import { useSteer } from './steering.js';
import { minutesText } from './use-time.js';

type Bank = Layout['banks'][number];
type BankClip = Bank['clips'][number];

/** A scene of an output. */
interface Target {
  readonly output: string;
  readonly scene: string;
  readonly label: string;
}

const targetsOf = ({ devices, layout }: ShownStudio): readonly Target[] =>
  devices
    .filter(({ kind }) => kind === 'player')
    .flatMap(({ id: output, name, state }) =>
      (state as PlayerRecord).scenes.map(({ id: scene }) => ({
        output,
        scene,
        label: `${layout.outputs.find(({ id }) => id === output)?.slot ?? name} / ${scene}`,
      })),
    );

/** Returns the clips that are on, as `bank/clip`. */
const playingIn = ({ devices }: ShownStudio): ReadonlySet<string> =>
  new Set(
    devices
      .filter(({ kind }) => kind === 'player')
      .flatMap(({ state }) => (state as PlayerRecord).scenes)
      .flatMap(({ run }) => (run === null ? [] : [`${run.bank}/${run.clip}`])),
  );

const Slot = ({ clip, isOn, onPress }: { clip: BankClip; isOn: boolean; onPress: () => void }): ReactElement => (
  <Button look={isOn ? 'primary' : 'plain'} onPress={onPress}>
    <span className="slot">
      <span>
        {clip.number} · <code>{clip.key}</code>
      </span>
      <strong>{clip.name}</strong>
      <span>{clip.durationMs === null ? 'no length' : minutesText(clip.durationMs)}</span>
    </span>
  </Button>
);

interface BankProps {
  readonly bank: Bank;
  readonly isActive: boolean;
  readonly playing: ReadonlySet<string>;
  readonly target: Target | undefined;
}

const BankGrid = ({ bank, isActive, playing, target }: BankProps): ReactElement => {
  const steer = useSteer();
  const play = ({ key: clip }: BankClip): void => {
    if (target === undefined) return;
    const run = { bank: bank.key, clip };
    steer((client) => client.changeState(target.output, { scenes: [{ id: target.scene, run }] }));
  };
  return (
    <section aria-label={bank.name}>
      <h3 className="bank-name">
        {bank.name} <code>{bank.key}</code> {isActive && <Badge tone="good">active</Badge>}
      </h3>
      <div className="slots">
        {bank.clips.map((clip) => (
          <Slot
            key={clip.key}
            clip={clip}
            isOn={playing.has(`${bank.key}/${clip.key}`)}
            onPress={() => {
              play(clip);
            }}
          />
        ))}
      </div>
    </section>
  );
};

/** Renders the banks. */
export const Banks = ({ studio }: { readonly studio: ShownStudio }): ReactElement => {
  const targets = targetsOf(studio);
  const [chosen, setChosen] = useState('');
  const target = targets.find(({ label }) => label === chosen) ?? targets[0];
  return (
    <Card
      title="Clips"
      explanation="A press starts the clip as another station would."
      actions={
        <Choice
          label="Play in"
          value={target?.label ?? ''}
          options={targets.map(({ label }) => ({ value: label, label }))}
          onChange={setChosen}
        />
      }
    >
      <div className="banks">
        {studio.layout.banks.map((bank) => (
          <BankGrid
            key={bank.key}
            bank={bank}
            isActive={studio.service?.activeBank === bank.key}
            playing={playingIn(studio)}
            target={target}
          />
        ))}
      </div>
    </Card>
  );
};
