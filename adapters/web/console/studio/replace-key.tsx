// Dialog that replaces the key of a studio: for how long the old key stays valid.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { useReplaceKey } from '../studios/queries.js';
import { FormDialog } from '../ui/form-dialog.js';
import { overlapMs, overlapOptions, type Overlap } from '../ui/overlap.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { useFields } from '../ui/use-fields.js';

interface ReplaceKeyProps {
  readonly studio: StudioOverview;
  readonly onKey: (key: string) => void;
  readonly onClose: () => void;
}

const options = overlapOptions(t`The service is disconnected. It keeps its current settings until it has the new key.`);

export const ReplaceKey = ({ studio, onKey, onClose }: ReplaceKeyProps): ReactElement => {
  const replaceKey = useReplaceKey();
  const form = useFields<{ readonly overlap: Overlap }>({
    initial: { overlap: 'day' },
    check: () => ({}),
    send: async ({ overlap }) => {
      onKey(await replaceKey(studio.id, overlapMs[overlap]));
      onClose();
    },
  });
  return (
    <FormDialog title={t`Replace key?`} form={form} send={t`Replace key`} onClose={onClose}>
      <p>
        <Trans>The new key is shown once. The old key ends as soon as the service uses the new one.</Trans>{' '}
        {studio.oldKey !== null && <Trans>Until then the key that the service uses now stays valid.</Trans>}
      </p>
      <RadioChoice
        label={t`The old key stays valid for at most`}
        value={form.value.overlap}
        options={options}
        onChange={(overlap) => {
          form.set({ overlap });
        }}
      />
    </FormDialog>
  );
};
