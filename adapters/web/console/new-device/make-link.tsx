// Dialog that makes a link for one call: a device that may make this call alone, and its URL.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import { Link2 } from 'lucide-react';
import type { DeviceSettings, PanelTargets } from '../api/contract.js';
import { checkDevice } from '../devices/expiry-rules.js';
import { ExpiryField } from '../devices/expiry.js';
import { useAddDevice, type DeviceWithToken } from '../devices/queries.js';
import { DialogButton } from '../ui/dialog-button.js';
import { FormDialog } from '../ui/form-dialog.js';
import { LoadFailure } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { SecretDialog } from '../ui/secret-dialog.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import { useFields } from '../ui/use-fields.js';
import { urlWithToken } from './examples.js';
import { needsClip, offersFor, withClip, type Offer, type OfferBasis } from './offers.js';
import { useSetUpBasis } from './queries.js';

/** A device that may do everything that is switched on: a link is made for one of its calls. */
const anyDevice: OfferBasis['device'] = { access: 'read_and_control', features: [], panel: null, operations: [] };

interface Fields extends Pick<DeviceSettings, 'name' | 'expiresAt'> {
  readonly offer: string;
  readonly clip: string;
}

const settingsFor = ({ name, expiresAt }: Fields, { access, call }: Offer): DeviceSettings => ({
  name,
  access: access === 'read' ? 'read_only' : 'read_and_control',
  station: null,
  fixedAddress: null,
  features: [],
  expiresAt,
  panel: null,
  operations: call === undefined ? [] : [call],
});

const firstClip = (clips: PanelTargets['clips']): string => String(clips[0]?.number ?? '');

const chosenOffer = (offers: readonly Offer[], { offer, clip }: Fields, first: string): Offer | undefined => {
  const found = offers.find(({ id }) => id === offer) ?? offers[0];
  return found && withClip(found, clip === '' ? first : clip);
};

interface LinkFormProps {
  readonly studioId: string;
  readonly basis: Omit<OfferBasis, 'device'>;
  readonly onMade: (made: DeviceWithToken, offer: Offer) => void;
  readonly onClose: () => void;
}

interface ChoiceProps {
  readonly offers: readonly Offer[];
  readonly clips: PanelTargets['clips'];
  readonly value: Fields;
  readonly set: (change: Partial<Fields>) => void;
}

/** Renders what the link does. */
const Choice = ({ offers, clips, value, set }: ChoiceProps): ReactElement | null => {
  const found = offers.find(({ id }) => id === value.offer) ?? offers[0];
  if (found === undefined) return null;
  return (
    <>
      <SelectField
        label={t`What it does`}
        value={found.id}
        options={offers.map(({ id, label }) => ({ value: id, label }))}
        onChange={(offer) => {
          set({ offer });
        }}
      />
      {needsClip(found) && (
        <SelectField
          label={t`Clip of the active bank`}
          value={value.clip === '' ? firstClip(clips) : value.clip}
          options={clips.map(({ number, name }) => ({ value: String(number), label: `${String(number)} ${name}` }))}
          onChange={(clip) => {
            set({ clip });
          }}
        />
      )}
    </>
  );
};

const LinkForm = ({ studioId, basis, onMade, onClose }: LinkFormProps): ReactElement => {
  const addDevice = useAddDevice(studioId);
  const offers = offersFor({ ...basis, device: anyDevice }).filter(({ call }) => call !== undefined);
  const clips = basis.targets?.clips ?? [];
  const form = useFields<Fields>({
    initial: { name: '', expiresAt: null, offer: '', clip: '' },
    check: (fields) => {
      const offer = chosenOffer(offers, fields, firstClip(clips));
      return offer === undefined ? {} : checkDevice(settingsFor(fields, offer));
    },
    send: async (fields) => {
      const offer = chosenOffer(offers, fields, firstClip(clips));
      if (offer !== undefined) onMade(await addDevice(settingsFor(fields, offer)), offer);
    },
    conflict: 'name',
  });
  const notReady = offers.length === 0 && t`Every call is switched off in Access or Features.`;
  return (
    <FormDialog title={t`Make a link`} form={form} send={t`Make link`} onClose={onClose} notReady={notReady}>
      <p className="hint">
        <Trans>For a device that can open nothing but a URL. It does this one thing, until you revoke it.</Trans>
      </p>
      <TextField
        {...form.text('name')}
        label={t`Name`}
        hint={t`Shown in the list of devices.`}
        autoComplete="off"
        autoFocus
      />
      <Choice offers={offers} clips={clips} value={form.value} set={form.set} />
      <ExpiryField
        value={form.value.expiresAt}
        onChange={(expiresAt) => {
          form.set({ expiresAt });
        }}
        error={form.errors['expiresAt']}
      />
    </FormDialog>
  );
};

/** Stands for the address of a service that reports none. */
const unknownUrl = 'http://STUDIO-HOST:3002';

const MakeLink = ({ studioId, onClose }: { readonly studioId: string; readonly onClose: () => void }): ReactElement => {
  const { data, queries } = useSetUpBasis(studioId);
  const [made, setMade] = useState<{ readonly token: string; readonly name: string; readonly offer: Offer }>();
  if (data === undefined) return <LoadFailure queries={queries} />;
  if (made === undefined)
    return (
      <LinkForm
        studioId={studioId}
        basis={data}
        onMade={({ token, device: { name } }, offer) => {
          setMade({ token, name, offer });
        }}
        onClose={onClose}
      />
    );
  const { text } = urlWithToken({ url: data.targets?.urls[0] ?? unknownUrl, offer: made.offer, token: made.token });
  return (
    <SecretDialog title={t`Link for ${made.name}`} label={t`Link`} secret={text} isWide onClose={onClose}>
      <p>{made.offer.access === 'control' ? t`Opening it triggers the action.` : t`Opening it reads one value.`}</p>
      <Notice kind="warn">
        <Trans>
          Everybody who has the link can do this, and nothing else. It stays in histories and in the logs of proxies:
          revoke the device when it is no longer needed.
        </Trans>
      </Notice>
    </SecretDialog>
  );
};

/** Renders the button that opens the dialog. */
export const MakeLinkButton = ({ studioId }: { readonly studioId: string }): ReactElement => (
  <DialogButton
    icon={<Link2 size={16} aria-hidden />}
    dialog={(close) => <MakeLink studioId={studioId} onClose={close} />}
  >
    <Trans>Make a link</Trans>
  </DialogButton>
);
