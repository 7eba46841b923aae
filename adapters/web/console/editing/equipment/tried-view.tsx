// Signals, cameras and outputs: whether their devices are connected, what they show, and buttons that try each on its device.
import { t } from '@lingui/core/macro';
import { useState, type ReactElement } from 'react';
import type { ShownRecord } from '../../../../../application/connections/shown-equipment.js';
import type { TryRequest } from '../../../../../application/editing/requests.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { SelectField } from '../../ui/select-field.js';
import { usePress } from '../../ui/use-press.js';
import { useAsk } from '../ask.js';
import { useStudioForm } from '../form-context.js';
import { RecordsView } from '../records-view.js';
import { listOf, textOf } from '../schema.js';
import { useDraft } from '../studio-draft.js';
import { SimulatedNotice } from './connection-state.js';
import { useEquipmentState } from './use-state.js';

/** The fields of the studio file with records that have devices, and what one of each is called. */
const triedKinds = { signals: 'signal', cameras: 'camera', outputs: 'output' } as const;

export type TriedKind = keyof typeof triedKinds;

/** Whether records of a kind have devices. */
export const isTried = (kind: string): kind is TriedKind => Object.hasOwn(triedKinds, kind);

/** What can be tried, what its button says, and what is shown once it is done. */
interface Action {
  readonly label: string;
  readonly done: string;
  readonly tried: Pick<TryRequest, 'action' | 'angle' | 'clip' | 'bank' | 'scene'>;
}

interface TryProps {
  readonly kind: TriedKind;
  readonly record: unknown;
}

const TryActions = ({ kind, record, actions }: TryProps & { readonly actions: readonly Action[] }): ReactElement => {
  const ask = useAsk();
  const [done, setDone] = useState('');
  const { isPending, failure, press } = usePress(async (action: Action) => {
    setDone('');
    await ask({ ask: 'try', kind: triedKinds[kind], id: textOf(record, 'id'), ...action.tried });
    setDone(action.done);
  });
  return (
    <>
      <div className="add-fields">
        {actions.map((action) => (
          <Button
            key={action.label}
            isDisabled={isPending}
            onPress={() => {
              press(action);
            }}
          >
            {action.label}
          </Button>
        ))}
      </div>
      <p role="status">{done}</p>
      <FailureNotice failure={failure} />
    </>
  );
};

const signalActions: readonly Action[] = [
  { label: t`Try on`, done: t`Done: on`, tried: { action: 'on' } },
  { label: t`Try off`, done: t`Done: off`, tried: { action: 'off' } },
  { label: t`Try pulse`, done: t`Done: pulse`, tried: { action: 'pulse' } },
];

const angleActions = (camera: unknown): readonly Action[] =>
  listOf(camera, 'angles').map((angle) => {
    const id = textOf(angle, 'id');
    return { label: t`Try angle ${id}`, done: t`Done: angle ${id}`, tried: { action: 'recall', angle: id } };
  });

type Tried = Action['tried'];

const playAction = (tried: Omit<Tried, 'action'>): Action => ({
  label: t`Try play`,
  done: t`Done: play`,
  tried: { ...tried, action: 'play' },
});

const stopAction = (tried: Omit<Tried, 'action'>): Action => ({
  label: t`Try stop`,
  done: t`Done: stop`,
  tried: { ...tried, action: 'stop' },
});

const TryOutput = ({ kind, record }: TryProps): ReactElement => {
  const { studio } = useStudioForm();
  const clips = listOf(studio, 'banks').flatMap((bank) =>
    listOf(bank, 'clips').map((clip) => ({ bank: textOf(bank, 'key'), clip: textOf(clip, 'key') })),
  );
  const [at, setAt] = useState('0');
  const chosen = clips[Number(at)];
  const [scene] = listOf(record, 'scenes').filter((one) => typeof one === 'string');
  const place = scene === undefined ? {} : { scene };
  const stop = stopAction(place);
  return (
    <>
      {clips.length > 0 && (
        <SelectField
          label={t`Clip to try`}
          value={at}
          options={clips.map(({ bank, clip }, index) => ({ value: String(index), label: `${clip} (${bank})` }))}
          onChange={setAt}
        />
      )}
      <TryActions
        kind={kind}
        record={record}
        actions={chosen === undefined ? [stop] : [playAction({ ...chosen, ...place }), stop]}
      />
    </>
  );
};

const Shown = ({ shown }: { readonly shown: ShownRecord }): ReactElement => (
  <p>
    <Badge tone={shown.connected ? 'good' : 'bad'}>{shown.connected ? t`connected` : t`not connected`}</Badge>{' '}
    {shown.connected && <span className="hint">{shown.shows}</span>}
  </p>
);

const TryRecord = ({ kind, record }: TryProps): ReactElement => {
  if (kind === 'outputs') return <TryOutput kind={kind} record={record} />;
  return <TryActions {...{ kind, record }} actions={kind === 'signals' ? signalActions : angleActions(record)} />;
};

/** Renders the records. Only those of the file in force can be tried. */
export const TriedView = ({ kind }: { readonly kind: TriedKind }): ReactElement => {
  const { draft } = useStudioForm();
  const state = useEquipmentState(useDraft(draft).base?.version);
  const all = [...(state?.connections ?? []).flatMap(({ records }) => records), ...(state?.unattached ?? [])];
  const shownOf = (record: unknown) =>
    all.find(({ kind: one, id }) => one === triedKinds[kind] && id === textOf(record, 'id'));
  return (
    <>
      <SimulatedNotice state={state} />
      <RecordsView
        kind={kind}
        beside={(record) => {
          const shown = shownOf(record);
          return shown === undefined ? null : (
            <div className="connection-state">
              <Shown shown={shown} />
              <TryRecord kind={kind} record={record} />
            </div>
          );
        }}
      />
    </>
  );
};
