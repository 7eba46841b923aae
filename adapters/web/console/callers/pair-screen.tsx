// Dialog that makes a device of a screen: by the code that the screen shows.
import { t } from '@lingui/core/macro';
import { useState, type ReactElement } from 'react';
import { Tablet } from 'lucide-react';
import type { BodyOf } from '../api/contract.js';
import { check, DeviceSettings as DeviceRules, type FieldErrors } from '../api/rules.js';
import { Access, PanelLimit, Station } from '../devices/device-fields.js';
import { usePairDevice } from '../devices/queries.js';
import { DialogButton } from '../ui/dialog-button.js';
import { FormDialog } from '../ui/form-dialog.js';
import type { Option } from '../ui/option.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { TextField } from '../ui/text-field.js';
import { useFields } from '../ui/use-fields.js';

/** How long a screen is admitted. */
type Until = 'tonight' | 'week' | 'ever';

const untilOptions: readonly Option<Until>[] = [
  { value: 'tonight', label: t`Until tonight`, explanation: t`Until 4 in the morning, in your time zone.` },
  { value: 'week', label: t`For a week` },
  { value: 'ever', label: t`For ever`, explanation: t`Until you revoke the device.` },
];

const dayMs = 86_400_000;

/** Returns the end of a time from now on, ISO 8601 in UTC; null for none. */
export const endOf = (until: Until, now: Date): string | null => {
  if (until === 'ever') return null;
  if (until === 'week') return new Date(now.getTime() + 7 * dayMs).toISOString();
  const end = new Date(now);
  end.setHours(4, 0, 0, 0);
  if (end <= now) end.setDate(end.getDate() + 1);
  return end.toISOString();
};

type Body = BodyOf<'device.pair'>;

const initialWith = (code: string): Body => ({
  code,
  name: '',
  access: 'read_and_control',
  station: null,
  fixedAddress: null,
  features: [],
  expiresAt: null,
  panel: null,
  operations: [],
});

const checkPairing = ({ code, ...settings }: Body): FieldErrors => ({
  ...(/^[0-9A-Z]{4}-?[0-9A-Z]{4}$/i.test(code) ? {} : { code: t`Enter the eight letters and digits on the screen.` }),
  ...check(DeviceRules, settings),
});

interface PairScreenProps {
  readonly studioId: string;
  readonly code: string;
  readonly onClose: () => void;
}

const PairScreen = ({ studioId, code, onClose }: PairScreenProps): ReactElement => {
  const pair = usePairDevice(studioId);
  const [until, setUntil] = useState<Until>('tonight');
  const form = useFields<Body>({
    initial: initialWith(code),
    check: checkPairing,
    send: async (settings) => {
      await pair({ ...settings, expiresAt: endOf(until, new Date()) });
      onClose();
    },
    conflict: 'name',
  });
  const fieldProps = { value: form.value, set: form.set, errors: form.errors };
  return (
    <FormDialog title={t`Pair a screen`} form={form} send={t`Pair`} onClose={onClose}>
      <TextField
        {...form.text('code')}
        label={t`Code`}
        hint={t`The screen shows it while its page is open. Pair it only if you see the same code on the screen in the room.`}
        autoComplete="off"
        spellCheck="false"
      />
      <TextField {...form.text('name')} label={t`Name`} hint={t`Shown in the request log.`} autoComplete="off" />
      <PanelLimit studioId={studioId} {...fieldProps} />
      <Access {...fieldProps} />
      <Station studioId={studioId} {...fieldProps} />
      <RadioChoice label={t`How long`} value={until} options={untilOptions} onChange={setUntil} />
    </FormDialog>
  );
};

/** Renders the button that opens the dialog. `code` is that of a screen among the callers; empty to enter one. */
export const PairButton = ({ studioId, code }: { readonly studioId: string; readonly code: string }): ReactElement => (
  <DialogButton
    icon={<Tablet size={16} aria-hidden />}
    aria-label={code === '' ? t`Pair a screen` : t`Pair this screen: ${code}`}
    dialog={(close) => <PairScreen studioId={studioId} code={code} onClose={close} />}
  >
    {code === '' ? t`Pair a screen` : t`Pair this screen`}
  </DialogButton>
);
