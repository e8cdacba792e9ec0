require "digest"

# Signs a call: lower-case hex MD5 of appId=…bizParam=…serviceType=…timestamp=… followed by the secret. Ruby 2.7 or newer.
def sign(app_id, biz_param, service_type, timestamp, secret)
  # In the order of the names, with nothing in between. bizParam is signed before a form encodes it.
  pairs = [["appId", app_id], ["bizParam", biz_param], ["serviceType", service_type], ["timestamp", timestamp]]
  text = pairs.map { |name, value| "#{name}=#{value}" }.join
  Digest::MD5.hexdigest((text + secret).encode("UTF-8"))
end
