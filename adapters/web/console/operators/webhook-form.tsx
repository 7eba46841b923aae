// Dialogs that add and change a webhook, and show its secret.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import type { WebhookOverview } from '../api/contract.js';
import { checkEach, WebhookSettings, type FieldErrors } from '../api/rules.js';
import { useStudios } from '../studios/queries.js';
import { CheckboxChoice } from '../ui/checkbox-choice.js';
import { FormDialog } from '../ui/form-dialog.js';
import { unchanged } from '../ui/form-frame.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { SecretDialog } from '../ui/secret-dialog.js';
import { TextField } from '../ui/text-field.js';
import { useFields, type FieldsForm } from '../ui/use-fields.js';
import { useAddWebhook, useChangeWebhook } from './webhook-queries.js';

const eventOptions = [
  { value: 'studio.away', label: t`Studio away` },
  { value: 'studio.back', label: t`Studio back` },
  { value: 'alarm.raised', label: t`Alarm raised` },
  { value: 'alarm.cleared', label: t`Alarm cleared` },
] as const satisfies readonly { readonly value: WebhookOverview['events'][number]; readonly label: string }[];

/** Returns events in words. */
export const eventsInWords = (events: WebhookOverview['events']): string =>
  eventOptions.flatMap(({ value, label }) => (events.includes(value) ? [label] : [])).join(', ');

interface WebhookInput extends Pick<WebhookOverview, 'name' | 'url' | 'events'> {
  readonly concerns: 'all' | 'some';
  readonly studios: readonly string[];
}

const inputOf = ({ name, url, events, studios }: Omit<WebhookOverview, 'id' | 'trouble'>): WebhookInput => ({
  ...{ name, url, events, concerns: studios === null ? 'all' : 'some' },
  studios: studios ?? [],
});

const empty = inputOf({ name: '', url: '', studios: null, events: eventOptions.map(({ value }) => value) });

const settingsOf = ({ concerns, studios, ...rest }: WebhookInput): Omit<WebhookOverview, 'id' | 'trouble'> => ({
  ...rest,
  studios: concerns === 'all' ? null : studios,
});

const checkInput = ({ name, url, concerns, studios, events }: WebhookInput): FieldErrors => ({
  ...checkEach({ name: [WebhookSettings.type.props.name, name], url: [WebhookSettings.type.props.url, url] }),
  ...(concerns === 'some' && studios.length === 0 && { studios: t`Choose at least one studio.` }),
  ...(events.length === 0 && { events: t`Choose at least one event.` }),
});

const Studios = ({ form: { value, set, errors } }: { readonly form: FieldsForm<WebhookInput> }): ReactElement => {
  const { data = [] } = useStudios();
  const names = new Map([
    ...value.studios.map((id) => [id, id] as const),
    ...data.map(({ id, name }) => [id, name] as const),
  ]);
  return (
    <CheckboxChoice
      label={t`Studios`}
      hint={t`What happens at others is not sent.`}
      value={value.studios}
      options={[...names].map(([id, label]) => ({ value: id, label }))}
      onChange={(studios) => {
        set({ studios });
      }}
      error={errors['studios']}
    />
  );
};

const Fields = ({ form }: { readonly form: FieldsForm<WebhookInput> }): ReactElement => (
  <>
    <TextField label={t`Name`} {...form.text('name')} autoComplete="off" autoFocus />
    <TextField
      label="URL"
      hint={t`The console calls it from its own network. Other operators don’t see it.`}
      {...form.text('url')}
      autoComplete="off"
      inputMode="url"
    />
    <CheckboxChoice
      label={t`Events`}
      hint={t`What is sent.`}
      value={form.value.events}
      options={eventOptions}
      onChange={(events) => {
        form.set({ events });
      }}
      error={form.errors['events']}
    />
    <RadioChoice
      label={t`Concerns`}
      value={form.value.concerns}
      options={[
        { value: 'all', label: t`All studios`, explanation: t`Also those that are added later.` },
        { value: 'some', label: t`Some studios` },
      ]}
      onChange={(concerns) => {
        form.set({ concerns });
      }}
    />
    {form.value.concerns === 'some' && <Studios form={form} />}
  </>
);

interface SecretProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows the secret of a webhook. */
export const WebhookSecret = ({ name, secret, onClose }: SecretProps): ReactElement => (
  <SecretDialog title={t`Secret of ${name}`} label={t`Secret`} secret={secret} onClose={onClose}>
    <p className="prose">
      <Trans>Give it to the receiver, which verifies with it that messages are from this console.</Trans>
    </p>
  </SecretDialog>
);

interface Added {
  readonly name: string;
  readonly secret: string;
}

interface FormProps {
  readonly onClose: () => void;
}

const AddForm = ({ onClose, onAdded }: FormProps & { readonly onAdded: (added: Added) => void }): ReactElement => {
  const add = useAddWebhook();
  const form = useFields<WebhookInput>({
    initial: empty,
    check: checkInput,
    send: async (value) => {
      onAdded({ name: value.name, secret: await add(settingsOf(value)) });
    },
    conflict: 'name',
  });
  return (
    <FormDialog title={t`Add webhook`} form={form} send={t`Add`} onClose={onClose}>
      <Fields form={form} />
    </FormDialog>
  );
};

/** Renders the form, then the secret. */
export const AddWebhook = ({ onClose }: FormProps): ReactElement => {
  const [added, setAdded] = useState<Added>();
  return added === undefined ? (
    <AddForm onClose={onClose} onAdded={setAdded} />
  ) : (
    <WebhookSecret {...added} onClose={onClose} />
  );
};

/** Renders the form of a webhook that exists. */
export const EditWebhook = ({ webhook, onClose }: FormProps & { readonly webhook: WebhookOverview }): ReactElement => {
  const change = useChangeWebhook(webhook.id);
  const form = useFields<WebhookInput>({
    initial: inputOf(webhook),
    check: checkInput,
    send: async (value) => {
      await change(settingsOf(value));
      onClose();
    },
    conflict: 'name',
  });
  return (
    <FormDialog
      title={t`Edit ${webhook.name}`}
      form={form}
      send={t`Save`}
      onClose={onClose}
      notReady={!form.isDirty && unchanged}
    >
      <Fields form={form} />
    </FormDialog>
  );
};
