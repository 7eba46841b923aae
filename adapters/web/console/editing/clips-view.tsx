// Banks of clips, beside what a player has: its files become clips, and clips whose files it lacks are marked.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo, useState, type ReactElement } from 'react';
import type { ListedClip } from '../../../../application/connections/connection-driver.js';
import type { ListedMedia } from '../../../../application/editing/answers.js';
import { locale } from '../../messages/i18n.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { Scrollable } from '../ui/scrollable.js';
import { SelectField } from '../ui/select-field.js';
import { usePress } from '../ui/use-press.js';
import { useAsk } from './ask.js';
import { summaryOf, useStudioForm } from './form-context.js';
import { bankClip, comparedClips } from './player-clips.js';
import { RecordsView } from './records-view.js';
import { isFields, listOf, textOf } from './schema.js';

const secondsFormat = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});

const lengthText = (durationMs: number | null): string =>
  durationMs === null ? '' : `${secondsFormat.format(durationMs / 1_000)} s`;

interface ListedProps {
  readonly bank: unknown;
  readonly listed: readonly ListedClip[];
  readonly onAdd: (added: readonly ListedClip[]) => void;
}

/** The clips that the player lacks, then those that it has. */
const Listed = ({ bank, listed, onAdd }: ListedProps): ReactElement => {
  const clips = listOf(bank, 'clips');
  const { missing, others } = useMemo(() => comparedClips(clips, listed), [clips, listed]);
  return (
    <>
      <Scrollable label={t`Clips of the player`} className="player-clips">
        <ul className="plain-list">
          {missing.map((clip) => (
            <li key={textOf(clip, 'key')}>
              <strong>{summaryOf(clip).title}</strong>{' '}
              <Badge tone="bad">
                <Trans>not on the player</Trans>
              </Badge>
            </li>
          ))}
          {listed.map((one) => (
            <li key={one.name}>
              <span>{one.name}</span> <span className="hint">{lengthText(one.durationMs)}</span>
              {others.has(one) ? (
                <Button
                  onPress={() => {
                    onAdd([one]);
                  }}
                >{t`Add ${one.name}`}</Button>
              ) : (
                <Badge tone="good">
                  <Trans>in this bank</Trans>
                </Badge>
              )}
            </li>
          ))}
        </ul>
      </Scrollable>
      {others.size > 1 && (
        <Button
          onPress={() => {
            onAdd([...others]);
          }}
        >{t`Add all ${others.size}`}</Button>
      )}
    </>
  );
};

const PlayerClips = ({
  bank,
  outputs,
}: {
  readonly bank: unknown;
  readonly outputs: readonly unknown[];
}): ReactElement => {
  const ask = useAsk();
  const { studio, draft } = useStudioForm();
  const [output, setOutput] = useState(textOf(outputs[0], 'id'));
  const [read, setRead] = useState<{ readonly of: string; readonly media: ListedMedia }>();
  const { isPending, failure, press } = usePress(async () => {
    setRead(undefined);
    setRead({ of: output, media: await ask<ListedMedia>({ ask: 'media', output }) });
  });
  const media = read?.of === output ? read.media : undefined;
  const add = (added: readonly ListedClip[]): void => {
    const clips = added.reduce<readonly unknown[]>((so, one) => [...so, bankClip(one, so)], listOf(bank, 'clips'));
    const banks = listOf(studio, 'banks');
    draft.set(
      'banks',
      banks.map((one) => (one === bank && isFields(one) ? { ...one, clips } : one)),
    );
  };
  return (
    <div className="connection-state">
      <div className="add-fields">
        <SelectField
          label={t`Player of`}
          value={output}
          options={outputs.map((one) => ({ value: textOf(one, 'id'), label: summaryOf(one).title }))}
          onChange={setOutput}
        />
        <Button isPending={isPending} onPress={press}>
          {isPending ? t`Reading…` : t`Read clips from the player`}
        </Button>
      </div>
      <FailureNotice failure={failure} />
      {media?.reason != null && <p role="status">{media.reason}</p>}
      {media !== undefined && media.clips.length > 0 && <Listed bank={bank} listed={media.clips} onAdd={add} />}
    </div>
  );
};

/** Renders the banks. */
export const ClipsView = (): ReactElement => {
  const { studio } = useStudioForm();
  const outputs = listOf(studio, 'outputs').filter((output) => isFields(output) && output['player'] !== undefined);
  return (
    <RecordsView
      kind="banks"
      beside={(bank) => (outputs.length === 0 ? null : <PlayerClips bank={bank} outputs={outputs} />)}
    />
  );
};
