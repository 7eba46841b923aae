// The records of one kind: a list, and the form of the one that is chosen.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/card.js';
import { MovableList } from './fields/movable-list.js';
import { hasIssues, schemaFor, summaryOf, useStudioForm } from './form-context.js';
import { newRecord } from './new-record.js';
import { entryName, listOf } from './schema.js';

interface RecordsViewProps {
  /** The field of the studio file, such as `signals`. */
  readonly kind: string;
  /** Further ways to add a record. */
  readonly additions?: ReactElement;
  /** What stands in the list behind the name of a record. */
  readonly mark?: (record: unknown) => ReactElement | null;
  /** What stands above the form of a record. */
  readonly beside?: (record: unknown) => ReactElement | null;
}

interface RecordListProps extends RecordsViewProps {
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** Returns where an entry is once another one has moved. */
const placeAfterMove = (place: number, from: number, to: number): number => {
  if (place === from) return to;
  if (from < place && place <= to) return place - 1;
  return to <= place && place < from ? place + 1 : place;
};

/** What one record of each kind is called; others by their field. */
const nouns: Readonly<Record<string, string>> = {
  connections: t`connection`,
  outputs: t`output`,
  signals: t`signal`,
  cameras: t`camera`,
  banks: t`bank`,
  macros: t`macro`,
  automations: t`automation`,
  panels: t`panel`,
  variables: t`variable`,
  stations: t`station`,
  webhooks: t`webhook`,
};

const nounOf = (kind: string): string => nouns[kind] ?? entryName(kind);

const issueBadge = (
  <span className="badge bad">
    <Trans>issue</Trans>
  </span>
);

const RecordList = ({ kind, chosen, onChoose, additions, mark }: RecordListProps): ReactElement => {
  const form = useStudioForm();
  const list = listOf(form.studio, kind);
  const one = entryName(kind);
  const add = (): void => {
    const schema = schemaFor(form, one, form.schema.schema.properties?.[kind]?.items ?? {}, undefined);
    form.draft.set(kind, [...list, newRecord(schema, one, list, nounOf(kind))]);
    onChoose(list.length);
  };
  const move = (changed: readonly unknown[], from: number, to: number): void => {
    form.draft.set(kind, changed);
    onChoose(placeAfterMove(chosen, from, to));
  };
  return (
    <div className="record-list">
      {list.length === 0 && <Empty>{t`There is no ${nounOf(kind)} yet.`}</Empty>}
      <MovableList list={list} nameOf={(record) => summaryOf(record).title} onMove={move} className="listed">
        {(record, index) => {
          const { title, detail } = summaryOf(record);
          return (
            <button
              type="button"
              className="listed-name"
              aria-current={index === chosen}
              onClick={() => {
                onChoose(index);
              }}
            >
              <strong>{title}</strong> <span className="hint">{detail}</span> {mark?.(record)}
              {hasIssues(form, `${kind}[${String(index)}]`) && issueBadge}
            </button>
          );
        }}
      </MovableList>
      <div className="add-fields">
        <Button icon={<Plus size={16} aria-hidden />} onPress={add}>
          {t`Add ${nounOf(kind)}`}
        </Button>
        {additions}
      </div>
    </div>
  );
};

const RecordForm = ({ kind, index, beside }: RecordsViewProps & { readonly index: number }): ReactElement => {
  const { studio, schema, draft, Field } = useStudioForm();
  const list = listOf(studio, kind);
  const one = entryName(kind);
  const { title } = summaryOf(list[index]);
  return (
    <section className="record" aria-label={title}>
      <div className="record-head">
        <h2>{title}</h2>
        <Button
          look="danger quiet"
          icon={<Trash2 size={16} aria-hidden />}
          onPress={() => {
            draft.set(kind, list.toSpliced(index, 1));
          }}
        >
          {t`Remove ${nounOf(kind)}`}
        </Button>
      </div>
      {beside?.(list[index])}
      <Field
        {...{ name: one, schema: schema.schema.properties?.[kind]?.items ?? {}, value: list[index] }}
        path={`${kind}[${String(index)}]`}
        isRequired
        onChange={(changed) => {
          draft.set(kind, list.with(index, changed));
        }}
      />
    </section>
  );
};

/** Renders the list and the form. */
export const RecordsView = (props: RecordsViewProps): ReactElement => {
  const { studio } = useStudioForm();
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, listOf(studio, props.kind).length - 1);
  return (
    <div className="records">
      <RecordList {...props} chosen={index} onChoose={setChosen} />
      {index >= 0 && <RecordForm key={index} {...props} index={index} />}
    </div>
  );
};
