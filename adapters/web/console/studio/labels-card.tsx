// Card for the labels of a studio, by which operators find it.
import { t } from '@lingui/core/macro';
import { useState, type ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { check, StudioLabels } from '../api/rules.js';
import { useLabelStudio } from '../studios/queries.js';
import { Card } from '../ui/card.js';
import { FormFrame, unchanged } from '../ui/form-frame.js';
import { TextField } from '../ui/text-field.js';
import { useFields } from '../ui/use-fields.js';

const labelsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '');

/** Returns the first error of any label as the error of the field. */
const errorsOf = (text: string): Readonly<Record<string, string>> => {
  const [error] = Object.values(check(StudioLabels, labelsIn(text)));
  return error === undefined ? {} : { labels: error };
};

export const LabelsCard = ({ studio }: { readonly studio: StudioOverview }): ReactElement => {
  const labelStudio = useLabelStudio(studio.id);
  // The labels on which the input is based. Those of the studio may be changed by another operator meanwhile.
  const [before, setBefore] = useState(studio.labels);
  const form = useFields({
    initial: { labels: studio.labels.join(', ') },
    check: ({ labels }) => errorsOf(labels),
    send: async ({ labels }) => {
      await labelStudio(labelsIn(labels), before);
      form.clear();
    },
  });
  const { onChange, ...field } = form.text('labels');
  const edit = (text: string): void => {
    if (!form.isDirty) setBefore(studio.labels);
    onChange(text);
  };
  return (
    <Card
      title={t`Labels`}
      explanation={t`Operators find and filter studios by labels, such as a city or a kind of studio.`}
    >
      <FormFrame form={form} send={t`Save labels`} notReady={!form.isDirty && unchanged}>
        <TextField label={t`Labels, separated by commas`} {...field} onChange={edit} autoComplete="off" />
      </FormFrame>
    </Card>
  );
};
