/** Responses of Hosting's API. */
export interface Reply {
  status: number;
  body: unknown;
}

export const failed = (status: number, message: string): Reply => ({
  status,
  body: { error: { code: status, message } },
});
