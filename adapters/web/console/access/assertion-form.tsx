// Dialog that adds or changes an assertion about access.
import { t } from '@lingui/core/macro';
import { useState, type ReactElement } from 'react';
import type { AccessAssertion } from '../api/contract.js';
import { AccessAssertion as AssertionRules, check, type FieldErrors } from '../api/rules.js';
import { operationLines, readOperationLines } from '../devices/operation-lines.js';
import { useDevices } from '../devices/queries.js';
import { FormDialog } from '../ui/form-dialog.js';
import { unchanged } from '../ui/form-frame.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import { useFields, type FieldsForm } from '../ui/use-fields.js';

type Rule = AccessAssertion['rule'];

const ruleOptions = [
  { value: 'may_not', label: t`May not`, explanation: t`None of these actions.` },
  { value: 'may_only', label: t`May only`, explanation: t`No other action than these.` },
  { value: 'may', label: t`May`, explanation: t`All of these actions.` },
] as const satisfies readonly { readonly value: Rule; readonly label: string; readonly explanation: string }[];

/** Stands for a caller without a token in the list of devices. */
const anAddress = '';

interface AssertionInput extends Pick<AccessAssertion, 'name' | 'rule' | 'calls'> {
  readonly device: string;
  readonly address: string;
}

const inputOf = ({ who, ...others }: AccessAssertion): AssertionInput => ({
  ...others,
  device: 'device' in who ? who.device : anAddress,
  address: 'address' in who ? who.address : '',
});

const assertionOf = ({ device, address, ...others }: AssertionInput): AccessAssertion => ({
  ...others,
  who: device === anAddress ? { address } : { device },
});

/** Returns the errors by field: those of calls and of the caller each as one. */
const checkInput = (input: AssertionInput): FieldErrors =>
  Object.fromEntries(
    Object.entries(check(AssertionRules, assertionOf(input))).map(([path, error]) => {
      const [field = ''] = path.split(/[.[]/);
      return [field === 'who' ? 'address' : field, error];
    }),
  );

interface FieldsProps {
  readonly studioId: string;
  readonly form: FieldsForm<AssertionInput>;
}

const Who = ({ studioId, form: { value, set, text } }: FieldsProps): ReactElement => {
  const { data = [] } = useDevices(studioId);
  const { device: chosen } = value;
  const isKnown = chosen === anAddress || data.some(({ id }) => id === chosen);
  const options = [
    ...data.map(({ id, name }) => ({ value: id, label: name })),
    ...(isKnown ? [] : [{ value: chosen, label: t`${chosen} (removed)` }]),
    { value: anAddress, label: t`A caller without a token` },
  ];
  return (
    <>
      <SelectField
        label={t`Who`}
        value={chosen}
        options={options}
        onChange={(device) => {
          set({ device });
        }}
      />
      {chosen === anAddress && <TextField label={t`Address`} {...text('address')} autoComplete="off" />}
    </>
  );
};

const Calls = ({ form: { value, set, errors } }: Pick<FieldsProps, 'form'>): ReactElement => {
  const [lines, setLines] = useState(operationLines(value.calls));
  return (
    <TextField
      label={t`Actions`}
      hint={t`One in a line, such as station.take, or signal.pulse id=door-lock. Parameters that are left out stand for any value.`}
      value={lines}
      onChange={(text) => {
        setLines(text);
        set({ calls: readOperationLines(text) });
      }}
      error={errors['calls']}
      rows={2}
      spellCheck="false"
    />
  );
};

const empty: AccessAssertion = { name: '', who: { address: '' }, rule: 'may_not', calls: [] };

interface AssertionFormProps {
  readonly studioId: string;
  /** Absent for a new one. */
  readonly assertion?: AccessAssertion;
  readonly onSave: (assertion: AccessAssertion) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Renders the dialog. */
export const AssertionForm = ({ studioId, assertion, onSave, onClose }: AssertionFormProps): ReactElement => {
  const form = useFields<AssertionInput>({
    initial: inputOf(assertion ?? empty),
    check: checkInput,
    send: async (value) => {
      await onSave(assertionOf(value));
      onClose();
    },
  });
  const [title, send] = assertion === undefined ? [t`Add assertion`, t`Add`] : [t`Edit ${assertion.name}`, t`Save`];
  return (
    <FormDialog title={title} form={form} send={send} onClose={onClose} notReady={!form.isDirty && unchanged}>
      <TextField
        label={t`Name`}
        hint={t`A refused change names it, such as “The tablet may not take the studio”.`}
        {...form.text('name')}
        autoComplete="off"
        autoFocus
      />
      <Who studioId={studioId} form={form} />
      <RadioChoice
        label={t`Rule`}
        value={form.value.rule}
        options={ruleOptions}
        onChange={(rule) => {
          form.set({ rule });
        }}
      />
      <Calls form={form} />
    </FormDialog>
  );
};
