// Section History: the changes of a studio, whether each is in effect, and restoring the settings before one.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { HistoryItem } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { isRestorable } from '../api/rules.js';
import { useDevices } from '../devices/queries.js';
import { useHasRoleIn } from '../session/session.js';
import type { SectionProps } from '../studio/sections.js';
import { Badge } from '../ui/badge.js';
import { DialogButton } from '../ui/dialog-button.js';
import { exactFormat } from '../ui/time.js';
import { changeEffects, type ChangeEffect } from './change-effect.js';
import { FilteredHistory } from './filtered-history.js';
import { studioHistory } from './queries.js';
import { RestoreDialog } from './restore-dialog.js';

const remarks: Readonly<Record<ChangeEffect, ReactElement>> = {
  in_effect: (
    <span className="in-effect">
      <Check size={15} aria-hidden /> <Trans>In effect</Trans>
    </span>
  ),
  applied: (
    <Badge tone="calm">
      <Trans>Applied</Trans>
    </Badge>
  ),
  partly_superseded: (
    <Badge tone="calm">
      <Trans>Partly superseded</Trans>
    </Badge>
  ),
  superseded: (
    <Badge tone="calm">
      <Trans>Superseded</Trans>
    </Badge>
  ),
  pending: (
    <Badge tone="warn">
      <Trans>Not yet in effect</Trans>
    </Badge>
  ),
  refused: (
    <Badge tone="bad">
      <Trans>Refused by the service</Trans>
    </Badge>
  ),
};

/** Renders the button for a change that has settings which can be restored. */
const Restore = ({ studioId, change }: { readonly studioId: string; readonly change: HistoryItem }) => {
  const { summary } = change;
  const time = exactFormat.format(new Date(change.time));
  return (
    (change.fields ?? []).some(isRestorable) && (
      <DialogButton
        look="quiet"
        icon={<Undo2 size={16} aria-hidden />}
        aria-label={t`Restore the settings before the change of ${time}: ${summary}`}
        dialog={(close) => <RestoreDialog studioId={studioId} change={change} onClose={close} />}
      >
        <Trans>Restore</Trans>
      </DialogButton>
    )
  );
};

export const HistorySection = ({ studio }: SectionProps): ReactElement => {
  const { data: devices = [] } = useDevices(studio.id);
  const mayChange = useHasRoleIn(studio.id, 'operator');
  return (
    <FilteredHistory
      queryKey={keys.section(studio.id, 'changes')}
      source={studioHistory(studio.id)}
      fileName={`${studio.id}-history`}
      devices={devices}
      remarks={(changes, filter) => {
        const effects = changeEffects(studio, changes, filter);
        return (change) => {
          const effect = effects.get(change.id);
          return (
            <>
              {effect && remarks[effect]}
              {mayChange && <Restore studioId={studio.id} change={change} />}
            </>
          );
        };
      }}
    />
  );
};
