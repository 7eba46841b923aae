// Edits the studio file: with forms for each kind of record, as text, and by its versions.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useMemo, type ReactElement } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Loading } from '../ui/loaded.js';
import { lazyView } from '../ui/lazy-view.js';
import { Notice } from '../ui/notice.js';
import { AskProvider } from './ask.js';
import { ClipsView } from './clips-view.js';
import { EquipmentView } from './equipment/equipment-view.js';
import { isTried, TriedView } from './equipment/tried-view.js';
import { SchemaField } from './fields/schema-field.js';
import { RecordFields } from './fields/record-fields.js';
import { FormProvider, hasIssues, useStudioForm } from './form-context.js';
import { HistoryView } from './history-view.js';
import { isPlanned, PlannedSteps } from './planned-steps.js';
import { RecordsView } from './records-view.js';
import { SavePanel } from './save-panel.js';
import { textOf, type EditingSchema, type Fields, type FormSchema } from './schema.js';
import { useDraft, type StudioDraft } from './studio-draft.js';
import { useAnswer } from './use-answer.js';
import { WebhooksView } from './webhooks-view.js';

const TextView = lazyView(async () => (await import('./text-view.js')).TextView);

/** The kinds of records that have a tab, in the order in which a studio is set up. */
const kinds = [
  ['connections', t`Equipment`],
  ['outputs', t`Outputs`],
  ['signals', t`Signals`],
  ['cameras', t`Cameras`],
  ['banks', t`Clips`],
  ['macros', t`Macros`],
  ['automations', t`Automations`],
  ['panels', t`Panels`],
  ['variables', t`Variables`],
  ['stations', t`Stations`],
  ['webhooks', t`Webhooks`],
] as const;

const listed = new Set<string>(kinds.map(([kind]) => kind));

/** What the service can't change while it runs. */
const fixed = new Set(['serverId', 'id']);

const general = ({ properties = {}, required = [] }: FormSchema): FormSchema => {
  const names = Object.keys(properties).filter((name) => !listed.has(name) && !fixed.has(name));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
    required: required.filter((name) => names.includes(name)),
  };
};

const KindTab = ({
  kind,
  name,
  draft,
}: {
  readonly kind: string;
  readonly name: string;
  readonly draft: StudioDraft;
}) => {
  const state = useDraft(draft);
  return (
    <Tab id={kind} className="part-tab">
      {name}
      {hasIssues(state, kind) && (
        <span className="badge bad">
          <Trans>issue</Trans>
        </span>
      )}
    </Tab>
  );
};

const KindView = ({ kind }: { readonly kind: string }): ReactElement => {
  if (kind === 'connections') return <EquipmentView />;
  if (kind === 'banks') return <ClipsView />;
  if (kind === 'webhooks') return <WebhooksView />;
  if (isTried(kind)) return <TriedView kind={kind} />;
  return (
    <RecordsView
      kind={kind}
      beside={(record) => (isPlanned(kind) ? <PlannedSteps key={textOf(record, 'id')} {...{ kind, record }} /> : null)}
    />
  );
};

const KindTabs = ({ draft }: { readonly draft: StudioDraft }): ReactElement => (
  <TabList aria-label={t`Parts of the studio`} className="part-tabs">
    {kinds.map(([kind, name]) => (
      <KindTab key={kind} kind={kind} name={name} draft={draft} />
    ))}
    <Tab id="studio" className="part-tab">
      <Trans>Studio</Trans>
    </Tab>
    <Tab id="text" className="part-tab">
      <Trans>Text</Trans>
    </Tab>
    <Tab id="history" className="part-tab">
      <Trans>Versions</Trans>
    </Tab>
  </TabList>
);

/** The fields of the studio itself. */
const GeneralView = ({ value }: { readonly value: Fields }): ReactElement => {
  const { draft, schema } = useStudioForm();
  return <RecordFields schema={general(schema.schema)} value={value} path="" onChange={draft.setValue} />;
};

const unreadable = (
  <Notice kind="warn">
    <Trans>The syntax of the text is wrong, so there is no form. Mend the text, or restore a version.</Trans>
  </Notice>
);

const Views = ({ draft, schema }: { readonly draft: StudioDraft; readonly schema: EditingSchema }): ReactElement => {
  const { value, issues, isSaving, behind } = useDraft(draft);
  const isFormLocked = isSaving || behind === 'value';
  const form = useMemo(
    () => ({ Field: SchemaField, schema, studio: value ?? {}, issues, draft }),
    [schema, value, issues, draft],
  );
  return (
    <FormProvider value={form}>
      <Tabs className="editor-tabs" keyboardActivation="manual">
        <KindTabs draft={draft} />
        {kinds.map(([kind]) => (
          <TabPanel key={kind} id={kind}>
            <div inert={isFormLocked}>{value === null ? unreadable : <KindView kind={kind} />}</div>
          </TabPanel>
        ))}
        <TabPanel id="studio">
          <div inert={isFormLocked}>{value === null ? unreadable : <GeneralView value={value} />}</div>
        </TabPanel>
        <TabPanel id="text">
          <div inert={isSaving || behind === 'text'}>
            <TextView draft={draft} />
          </div>
        </TabPanel>
        <TabPanel id="history">
          <HistoryView draft={draft} />
        </TabPanel>
      </Tabs>
    </FormProvider>
  );
};

const OpenEditor = ({ draft }: { readonly draft: StudioDraft }): ReactElement => {
  const { base, failure } = useDraft(draft);
  const { answer: schema, failure: noSchema } = useAnswer<EditingSchema>('schema');
  useEffect(() => void draft.open(), [draft]);
  const problem = noSchema ?? (base === undefined ? failure : undefined);
  if (problem !== undefined) return <Notice kind="bad">{problem}</Notice>;
  if (base === undefined || schema === undefined) return <Loading />;
  return (
    <div className="studio-editor">
      <Views draft={draft} schema={schema} />
      <SavePanel draft={draft} />
    </div>
  );
};

/** Renders the editor. */
export const StudioEditor = ({ draft }: { readonly draft: StudioDraft }): ReactElement => (
  <AskProvider value={draft.ask}>
    <OpenEditor draft={draft} />
  </AskProvider>
);
