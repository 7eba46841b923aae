// Adds equipment from a template: a device by its maker and model, with the parts that are used.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LibraryBig } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { ExpandedFragment, ShownTemplate, ShownTemplatePart } from '../../../../../application/editing/answers.js';
import type { EnteredTemplate } from '../../../../../application/connections/expand-template.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Notice } from '../../ui/notice.js';
import { SuggestField } from '../../ui/suggest-field.js';
import { usePress } from '../../ui/use-press.js';
import { useAsk } from '../ask.js';
import { AddPart, FieldGroup, RemovePart } from '../fields/field-group.js';
import { MapField } from '../fields/map-field.js';
import { RecordFields } from '../fields/record-fields.js';
import { useStudioForm } from '../form-context.js';
import { freeId } from '../new-record.js';
import { useAnswer } from '../use-answer.js';
import { emptyValue, isFields, listOf, textOf, type Fields } from '../schema.js';

const kinds = ['lines', 'heads', 'players'] as const;
type Kind = (typeof kinds)[number];

/** A part of the device that is used, as it is entered. */
interface UsedPart {
  readonly kind: Kind;
  readonly part: string;
  readonly values: Fields;
  readonly each: Fields;
}

/** Makers often begin the names of their models with their own. */
const nameOf = ({ vendor, models }: ShownTemplate): string =>
  [...(models[0]?.startsWith(vendor) === true ? [] : [vendor]), models.join(', ')].join(' ');

/** The protocol of a template and how it was tested, in words. */
const testedTexts: Readonly<Record<ShownTemplate['tested'], (protocol: string) => string>> = {
  document: (protocol) => t`Protocol ${protocol}; made from the maker’s document, and not tried on a device.`,
  simulated: (protocol) => t`Protocol ${protocol}; tested with simulated equipment.`,
  real: (protocol) => t`Protocol ${protocol}; tested with real equipment.`,
};

interface PartFieldsProps {
  readonly used: UsedPart;
  readonly described: ShownTemplatePart | undefined;
  readonly onChange: (used: UsedPart | undefined) => void;
}

const PartFields = ({ used, described, onChange }: PartFieldsProps): ReactElement => (
  <FieldGroup label={used.part}>
    <RecordFields
      schema={described?.values ?? {}}
      value={used.values}
      path=""
      onChange={(values) => {
        onChange({ ...used, values });
      }}
    />
    {described?.each !== undefined && (
      <MapField
        {...{ name: 'each', label: used.kind === 'heads' ? t`Angles` : t`Scenes`, path: '', isRequired: true }}
        schema={{ type: 'object', additionalProperties: described.each }}
        value={used.each}
        onChange={(each) => {
          onChange({ ...used, each: isFields(each) ? each : {} });
        }}
      />
    )}
    <RemovePart
      name={used.part}
      onRemove={() => {
        onChange(undefined);
      }}
    />
  </FieldGroup>
);

interface TemplateFormProps {
  readonly template: ShownTemplate;
  readonly onClose: () => void;
}

const enteredParts = (parts: readonly UsedPart[], kind: Kind) =>
  parts
    .filter((one) => one.kind === kind)
    .map(({ part, values, each }) => ({ part, values, ...(Object.keys(each).length > 0 && { each }) }));

/** Adds the records of a fragment to those of a studio. */
const withFragment = (studio: Fields, fragment: object): Fields =>
  Object.entries(fragment).reduce<Fields>(
    (all, [kind, records]) => ({ ...all, [kind]: [...listOf(all, kind), ...(records as readonly unknown[])] }),
    studio,
  );

/** Returns the names of the records to which a template adds others. */
const namesIn = (studio: Fields): readonly string[] =>
  ['signals', 'cameras', 'outputs']
    .flatMap((kind) => listOf(studio, kind))
    .flatMap((record) => ['id', 'identifier', 'slot'].map((field) => textOf(record, field)))
    .filter((name) => name !== '');

const useTemplateForm = ({ template, onClose }: TemplateFormProps) => {
  const ask = useAsk();
  const { draft, studio } = useStudioForm();
  const schema = template.connection;
  const [connection, setConnection] = useState<Fields>(() => emptyValue(schema) as Fields);
  const [parts, setParts] = useState<readonly UsedPart[]>([]);
  const [issues, setIssues] = useState<readonly string[]>([]);
  const { isPending, failure, press } = usePress(async () => {
    const id = freeId(template.id, listOf(studio, 'connections'));
    const entered = Object.fromEntries(kinds.map((kind) => [kind, enteredParts(parts, kind)]));
    const values = { id, connection, ...entered } as EnteredTemplate;
    const taken = namesIn(studio);
    const expanded = await ask<ExpandedFragment>({ ask: 'expand', template: template.id, values, taken });
    setIssues(expanded.issues.map(({ message }) => message));
    if (expanded.fragment === undefined) return;
    draft.setValue(withFragment(studio, expanded.fragment));
    onClose();
  });
  return { schema, connection, setConnection, parts, setParts, issues, isPending, failure, press };
};

interface UsePartsProps {
  readonly template: ShownTemplate;
  readonly onUse: (used: UsedPart) => void;
}

const UseParts = ({ template, onUse }: UsePartsProps): ReactElement => (
  <div className="add-fields">
    {kinds.flatMap((kind) =>
      template[kind].map(({ name, values }) => (
        <AddPart
          key={`${kind} ${name}`}
          name={t`Use ${name}`}
          onAdd={() => {
            onUse({ kind, part: name, values: emptyValue(values) as Fields, each: {} });
          }}
        />
      )),
    )}
  </div>
);

const TemplateForm = (props: TemplateFormProps): ReactElement => {
  const { template, onClose } = props;
  const form = useTemplateForm(props);
  const { parts, setParts } = form;
  return (
    <>
      <p className="hint">{[testedTexts[template.tested](template.protocol), template.notes].join(' ')}</p>
      <RecordFields schema={form.schema} value={form.connection} path="" onChange={form.setConnection} />
      {parts.map((used, index) => (
        <PartFields
          key={String(index)}
          used={used}
          described={template[used.kind].find(({ name }) => name === used.part)}
          onChange={(changed) => {
            setParts(changed === undefined ? parts.toSpliced(index, 1) : parts.with(index, changed));
          }}
        />
      ))}
      <UseParts
        template={template}
        onUse={(used) => {
          setParts([...parts, used]);
        }}
      />
      {form.issues.length > 0 && <Notice kind="bad">{form.issues.join('; ')}</Notice>}
      <FailureNotice failure={form.failure} />
      <div className="actions">
        <Button onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button look="primary" isPending={form.isPending} onPress={form.press}>
          <Trans>Add</Trans>
        </Button>
      </div>
    </>
  );
};

const TemplateDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const { answer, failure } = useAnswer<{ readonly templates: readonly ShownTemplate[] }>('templates');
  const [typed, setTyped] = useState('');
  const templates = answer?.templates ?? [];
  const chosen = templates.find((one) => nameOf(one) === typed);
  return (
    <Dialog title={t`Add from a template`} onClose={onClose} isWide>
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      {templates.length > 0 && (
        <SuggestField
          label={t`Maker and model`}
          value={typed}
          suggestions={templates.map((one) => ({ id: nameOf(one), remark: textOf(one, 'protocol') }))}
          onChange={setTyped}
        />
      )}
      {chosen === undefined ? (
        <div className="actions">
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      ) : (
        <TemplateForm key={chosen.id} template={chosen} onClose={onClose} />
      )}
    </Dialog>
  );
};

/** Renders the button, and the dialog after a press. */
export const AddFromTemplate = (): ReactElement => (
  <DialogButton icon={<LibraryBig size={16} aria-hidden />} dialog={(close) => <TemplateDialog onClose={close} />}>
    <Trans>Add from a template</Trans>
  </DialogButton>
);
