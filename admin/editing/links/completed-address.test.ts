import { describe, expect, it } from 'vitest';
import { completedAddress } from './completed-address.ts';

describe('a typed address', () => {
  it.each([
    ['ada@example.com', 'mailto:ada@example.com'],
    ['ada.l+news@mail.example.co.uk', 'mailto:ada.l+news@mail.example.co.uk'],
    ['jürgen@exämple.de', 'mailto:jürgen@exämple.de'],
    ['ada@example.com?subject=Hi', 'mailto:ada@example.com?subject=Hi'],
    ['+49 30 1234567', 'tel:+49301234567'],
    ['+44 (0)20 7946 0018', 'tel:+442079460018'],
    ['(555) 123-4567', 'tel:5551234567'],
    ['030/1234567', 'tel:0301234567'],
    ['01 23 45 67 89', 'tel:0123456789'],
    ['example.com', 'https://example.com'],
    ['www.example.com/a?b#c', 'https://www.example.com/a?b#c'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['münchen.de', 'https://münchen.de'],
    ['https://example.com/', 'https://example.com/'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['/about', '/about'],
    ['#part', '#part'],
    ['about us', 'about us'],
    ['2024', '2024'],
    ['2026-11-28', '2026-11-28'],
    ['28.11.2026', '28.11.2026'],
  ])('%s becomes %s', (typed, href) => {
    expect(completedAddress(typed)).toBe(href);
  });
});
