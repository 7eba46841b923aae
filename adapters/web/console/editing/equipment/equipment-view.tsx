// The connections to equipment: their settings, what the service knows of them, and what can be found.
import type { ReactElement } from 'react';
import { useStudioForm } from '../form-context.js';
import { RecordsView } from '../records-view.js';
import { textOf } from '../schema.js';
import { useDraft } from '../studio-draft.js';
import { ConnectedBadge, ConnectionState, SimulatedNotice } from './connection-state.js';
import { AddFromTemplate } from './add-template.js';
import { ReportButton } from './report-button.js';
import { FindEquipmentButton } from './find-equipment.js';
import { useEquipmentState } from './use-state.js';

/** Renders the connections. */
export const EquipmentView = (): ReactElement => {
  const { draft } = useStudioForm();
  const state = useEquipmentState(useDraft(draft).base?.version);
  const stateOf = (record: unknown) => state?.connections.find(({ id }) => id === textOf(record, 'id'));
  return (
    <>
      <SimulatedNotice state={state} />
      <RecordsView
        kind="connections"
        additions={
          <>
            <FindEquipmentButton />
            <AddFromTemplate />
            <ReportButton />
          </>
        }
        mark={(record) => <ConnectedBadge connected={stateOf(record)?.connected ?? null} />}
        beside={(record) => (
          <ConnectionState key={textOf(record, 'id')} id={textOf(record, 'id')} state={stateOf(record)} />
        )}
      />
    </>
  );
};
