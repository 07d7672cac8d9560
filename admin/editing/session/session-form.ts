import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { areSameValues, compareFields, type Values } from '../versions/compare-fields.ts';
import type { Effect } from './session.ts';

type FormEffect = Effect & { type: 'reset form' | 'set fields' | 'clear fields' | 'mark slug' };

/** The form of a session: shows the session's values, and reports typed ones. */
export class SessionForm<Input extends FieldValues, Fields extends object> {
  readonly #form: UseFormReturn<Input, unknown, Fields>;
  #isBeingSet = false;
  #wasSet = false;

  constructor(form: UseFormReturn<Input, unknown, Fields>) {
    this.#form = form;
  }

  /** A copy of the values. */
  values(): Input {
    return structuredClone(this.#form.getValues());
  }

  /** Calls `onTyped` for each change by the user. Returns a function that ends this. */
  follow(onTyped: (values: Values) => void): () => void {
    return this.#form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (!this.#isBeingSet) onTyped({ ...values });
      },
    });
  }

  apply(effect: FormEffect): void {
    if (effect.type === 'mark slug')
      this.#form.setError('slug' as Path<Input>, { message: effect.message }, { shouldFocus: true });
    else {
      this.#isBeingSet = true;
      this.#set(effect);
      this.#isBeingSet = false;
      this.#wasSet = true;
    }
  }

  /** The values if effects have set others than `expected`: fields may change the values they get. Otherwise null. */
  takeAdjusted(expected: Values): Input | null {
    if (!this.#wasSet) return null;
    this.#wasSet = false;
    const values = this.values();
    return areSameValues(values, expected) ? null : values;
  }

  /** Validates the form and shows its errors; returns the fields to save, or null with the number of errors. */
  async validate(): Promise<{ fields: object | null; errors: number }> {
    let result: { fields: object | null; errors: number } = { fields: null, errors: 0 };
    await this.#form.handleSubmit(
      (fields) => void (result = { fields, errors: 0 }),
      (errors) => void (result = { fields: null, errors: Object.keys(errors).length }),
    )();
    return result;
  }

  #set(effect: Exclude<FormEffect, { type: 'mark slug' }>): void {
    const form = this.#form;
    if (effect.type === 'clear fields') effect.fields.forEach((field) => form.resetField(field as Path<Input>));
    else if (effect.type === 'reset form') {
      if (effect.defaults) form.reset(effect.defaults as Input);
      if (effect.values !== effect.defaults) form.reset(effect.values as Input, { keepDefaultValues: true });
    } else
      for (const { field, theirs } of compareFields({ base: {}, mine: form.getValues(), theirs: effect.values })) {
        form.setValue(field as Path<Input>, theirs as never, { shouldValidate: form.formState.isSubmitted });
      }
  }
}
