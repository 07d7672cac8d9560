import { limits } from '@frontage/model/limits';
import type { Fields as KindFields } from '@frontage/model/kinds/field';
import { settingFields, settingKeys, type SettingKey } from '@frontage/model/kinds/settings';
import { admin, secondFactorActors, roleDocuments } from './actors.ts';
import { double, now, storedTime, type AttackCase, type Fields, type InitialState, type Write } from './attack-case.ts';
import { settingValues } from './documents.ts';
import { casesOf } from './content-kinds.ts';
import { flag, optionalText, type Case } from './field-values.ts';

// Settings with valid and invalid values of every field, wrong keys, and wrong metadata.

const setting = (key: string, data: Fields): Write => ({
  set: `site_settings/${key}`,
  data: { value: null, rev: 1, updated_at: now, updated_by: admin.uid, ...data },
});

const settingCase = (
  name: string,
  write: Write,
  options: { expected?: boolean; initialState?: InitialState } = {},
): AttackCase => ({
  name,
  actor: admin,
  initialState: { ...roleDocuments(admin, false), ...options.initialState },
  try: { batch: [write] },
  expected: options.expected ?? false,
});

const { ga4_id: _singleText, ...settingsOfFields } = settingFields;

const casesBySetting: Partial<Record<SettingKey, Record<string, Case[]>>> = {
  ...Object.fromEntries(
    Object.entries<KindFields>(settingsOfFields).map(([key, fields]): [string, Record<string, Case[]>] => [
      key,
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, casesOf(field)])),
    ]),
  ),
  security: { require_second_factor: [[false, true], [true, false], ...flag] },
};

const values: AttackCase[] = Object.entries(casesBySetting).flatMap(([key, cases]) => {
  const valid = settingValues[key as SettingKey] as Fields;
  const [first = ''] = Object.keys(valid);
  const { [first]: _first, ...rest } = valid;
  return [
    ...Object.entries(cases).flatMap(([field, list]) =>
      list.map(([value, expected]) =>
        settingCase(
          `${key}.${field} ${String(JSON.stringify(value)).slice(0, 30)}`,
          setting(key, { value: { ...valid, [field]: value } }),
          {
            expected,
          },
        ),
      ),
    ),
    settingCase(`${key} with a field more`, setting(key, { value: { ...valid, more: null } })),
    settingCase(`${key} with a field less`, setting(key, { value: rest })),
    settingCase(`${key} that is a string`, setting(key, { value: 'text' })),
    settingCase(`${key} that is null`, setting(key, { value: null })),
  ];
});

const stored: InitialState = {
  'site_settings/ga4_id': { value: null, rev: 3, updated_at: storedTime, updated_by: 'somebody' },
};

const documents: AttackCase[] = [
  ...optionalText(limits.settingText).map(([value, expected]) =>
    settingCase(`ga4_id ${String(JSON.stringify(value)).slice(0, 20)}`, setting('ga4_id', { value }), { expected }),
  ),
  // The value of one setting for another.
  ...settingKeys.flatMap((key) =>
    settingKeys
      .filter((other) => other !== key)
      .map((other) =>
        settingCase(`${key} with the value of ${other}`, setting(key, { value: settingValues[other] ?? null })),
      ),
  ),
  settingCase('an unknown key', setting('theme', { value: null })),
  settingCase('a setting with a field more', setting('ga4_id', { created_at: now })),
  settingCase('a first setting of rev 2', setting('ga4_id', { rev: 2 })),
  {
    ...settingCase('a first setting whose rev is a double', setting('ga4_id', { rev: double(1) })),
    engineOnly: 'JavaScript',
  },
  settingCase("a setting with the client's time", setting('ga4_id', { updated_at: storedTime })),
  settingCase('a setting in the name of another', setting('ga4_id', { updated_by: 'somebody' })),
  settingCase('a setting with the stored rev', setting('ga4_id', { rev: 3 }), { initialState: stored }),
  settingCase('a setting with a skipped rev', setting('ga4_id', { rev: 5 }), { initialState: stored }),
  settingCase('a setting changed in the name of another', setting('ga4_id', { rev: 4, updated_by: 'somebody' }), {
    initialState: stored,
  }),
  settingCase('a setting changed with a wrong value', setting('ga4_id', { rev: 4, value: 5 }), {
    initialState: stored,
  }),
  settingCase('a setting changed', setting('ga4_id', { rev: 4 }), { initialState: stored, expected: true }),
  ...['user_id', 'value', 'rev', 'updated_at', 'updated_by'].slice(1).map((field): AttackCase => {
    const write = setting('ga4_id', {}) as { set: string; data: Fields };
    const { [field]: _gone, ...data } = write.data;
    return settingCase(`a setting without ${field}`, { ...write, data });
  }),
];

/** Only administrators with a second factor may enable or disable the requirement. */
const secondFactor: AttackCase[] = secondFactorActors
  .filter(({ roles, isActive }) => roles?.includes('admin') && isActive)
  .flatMap((actor) =>
    [true, false].map((required): AttackCase => ({
      name: `${actor.name}: second factor ${required ? 'required' : 'no longer required'}`,
      actor,
      initialState: roleDocuments(actor, true),
      try: {
        batch: [
          {
            update: 'site_settings/security',
            data: { value: { require_second_factor: required }, rev: 4, updated_at: now, updated_by: actor.uid },
          },
        ],
      },
      expected: actor.usedSecondFactor,
    })),
  )
  .concat(
    secondFactorActors.slice(1, 2).map((actor) => ({
      name: `${actor.name}: second factor required for the first time`,
      actor,
      initialState: roleDocuments(actor, false),
      try: {
        batch: [
          {
            set: 'site_settings/security',
            data: { value: { require_second_factor: true }, rev: 1, updated_at: now, updated_by: actor.uid },
          },
        ],
      },
      expected: true,
    })),
  );

/** A malformed security setting, without a value. Administrators have no permissions until it is repaired. */
const unreadable: AttackCase = {
  name: 'admin: reads the audit while the security setting is unreadable',
  actor: admin,
  initialState: { ...roleDocuments(admin, false), 'site_settings/security': { rev: 1 } },
  try: { list: 'audit' },
  expected: false,
};

const auditChain: AttackCase = {
  name: 'admin: reads the head of the audit chain',
  actor: admin,
  initialState: { ...roleDocuments(admin, false), 'system/audit_chain': { seq: 1, hash: 'a', unchained: 0 } },
  try: { get: 'system/audit_chain' },
  expected: false,
};

export const settingsAttacks: readonly AttackCase[] = [
  ...values,
  ...documents,
  ...secondFactor,
  unreadable,
  auditChain,
];
